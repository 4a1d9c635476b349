-- qb-core and qb-inventory. qb-core saves money and metadata in one statement and the inventory in another, and
-- awaits neither. So money uses marks and items come as parcels. Revokes use marks.

local database = OneRP.database

-- Items in the form that qb-inventory writes into the row of a player.
local function savedForm(items)
  local list = {}
  for _, item in pairs(items) do
    list[#list + 1] =
      { name = item.name, amount = item.amount, info = item.info, type = item.type, slot = item.slot }
  end
  return list
end

local function inventoryOf(core)
  local inventory = exports['qb-inventory']
  local function listed(items)
    local list = {}
    for _, item in pairs(items or {}) do
      list[#list + 1] = { name = item.name, amount = item.amount, slot = item.slot, metadata = item.info }
    end
    return list
  end
  return {
    items = function(source) return listed(core.Functions.GetPlayer(source).PlayerData.items) end,
    savedItems = function(citizenid)
      local row = database.rows('SELECT inventory FROM players WHERE citizenid = ?', { citizenid })[1]
      return listed(row and row.inventory and json.decode(row.inventory))
    end,
    add = function(source, item, amount, info) return inventory:AddItem(source, item, amount, false, info, 'onerp') end,
    remove = function(source, item, amount, slot) return inventory:RemoveItem(source, item, amount, slot or false, 'onerp') end,
    -- The core object is a copy, so it lacks items that were added since.
    knows = function(item)
      local name = item:lower()
      return (core.Shared.Items[name] or exports['qb-core']:GetCoreObject({ 'Shared' }).Shared.Items[name]) ~= nil
    end,
    fits = function(source, item, amount) return (inventory:CanAddItem(source, item, amount)) end,
    save = function(source) inventory:SaveInventory(source, false) end,
  }
end

function OneRP.bridges.qb(parts)
  local core = exports['qb-core']:GetCoreObject()
  local function dataOf(source)
    local player = core.Functions.GetPlayer(source)
    return player and player.PlayerData
  end
  local function characterOf(source)
    local data = dataOf(source)
    return data and data.citizenid
  end
  local characters = OneRP.createCharacters(parts.presence, characterOf)
  local parcels = OneRP.createParcels(inventoryOf(core), characters, parts.ledger)

  local marked = OneRP.createMarked({
    metadataOf = function(source) return dataOf(source).metadata end,
    setMetadata = function(source, key, value) core.Functions.GetPlayer(source).Functions.SetMetaData(key, value) end,
    savedMetadata = function(citizenid)
      local row = database.rows('SELECT metadata FROM players WHERE citizenid = ?', { citizenid })[1]
      return row and json.decode(row.metadata)
    end,
    save = function(source, delivery)
      local data = dataOf(source)
      local good = parts.goodOf(delivery.code)
      local money, metadata = json.encode(data.money), json.encode(data.metadata)
      if delivery.kind == 'revoke' and good and good.item and data.items then
        -- the removal and its mark must be saved together
        local values = { money, metadata, json.encode(savedForm(data.items)), data.citizenid }
        database.update('UPDATE players SET money = ?, metadata = ?, inventory = ? WHERE citizenid = ?', values)
      else
        local values = { money, metadata, data.citizenid }
        database.update('UPDATE players SET money = ?, metadata = ? WHERE citizenid = ?', values)
      end
    end,
    fits = function() return true end,
    give = function(source, good, pieces)
      local functions = core.Functions.GetPlayer(source).Functions
      if not functions.AddMoney(good.money, good.amount * pieces, 'onerp') then error('qb-core knows no money ' .. good.money) end
    end,
    take = function(source, good, pieces)
      if good.item then return parcels.take(source, good, good.code, pieces) end
      local taken = math.max(0, math.min(pieces, dataOf(source).money[good.money] // good.amount))
      if taken > 0 then core.Functions.GetPlayer(source).Functions.RemoveMoney(good.money, good.amount * taken, 'onerp') end
      return math.tointeger(taken)
    end,
  }, characters)

  return {
    characters = characters,
    parcels = parcels,
    bookOf = function(delivery, good) return delivery.kind == 'give' and good.item and parcels or marked end,
    proves = function(good) return good.money ~= nil end,
    factOf = marked.factOf,
    -- Calls look when a character is loaded, and leave when it is unloaded.
    watch = function(look, leave)
      AddEventHandler('QBCore:Server:PlayerLoaded', function(player) look(player.PlayerData.source) end)
      AddEventHandler('QBCore:Server:OnPlayerUnload', leave)
      core.Functions.CreateUseableItem('onerp_parcel', function(source, item)
        parts.onOpen(source, { slot = item.slot, metadata = item.info })
      end)
    end,
  }
end
