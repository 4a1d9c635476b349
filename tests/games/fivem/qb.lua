-- qb-core and qb-inventory as their sources read: players are kept in memory; Save writes money and metadata in one statement
-- and the inventory in another, and waits for neither. It runs every five minutes (host event `save`) and on leaving.

local SLOTS = 5
local players, usable = {}, {}
local core = { Functions = {} }
local itemList = { onerp_parcel = { unique = true }, lockpick = {} }
-- An item that an operator has not added to the list of items, and adds.
AddEventHandler('forget', function(name) itemList[name] = nil end)
AddEventHandler('learn', function(name) itemList[name] = {} end)

local function copied(value)
  if type(value) ~= 'table' then return value end
  local copy = {}
  for key, each in pairs(value) do copy[key] = copied(each) end
  return copy
end

local function write(text, values)
  host_sql(json.encode({ { query = text, values = values } }))
end

local function saveInventory(source)
  local data = players[source].PlayerData
  local items = {}
  for slot, item in pairs(data.items) do
    items[#items + 1] = { name = item.name, amount = item.amount, info = item.info, type = item.type, slot = slot }
  end
  write('UPDATE players SET inventory = ? WHERE citizenid = ?', { json.encode(items), data.citizenid })
end

local function save(source)
  local data = players[source].PlayerData
  local values = { json.encode(data.money), json.encode(data.metadata), data.citizenid }
  write('UPDATE players SET money = ?, metadata = ? WHERE citizenid = ?', values)
  saveInventory(source)
end

local function playerOf(source, data)
  local self = { PlayerData = data, Functions = {} }
  function self.Functions.AddMoney(kind, amount)
    if not data.money[kind] then return false end
    data.money[kind] = data.money[kind] + amount
    host_step('after effect')
    return true
  end
  function self.Functions.RemoveMoney(kind, amount)
    data.money[kind] = data.money[kind] - amount
    host_step('after effect')
    return true
  end
  function self.Functions.SetMetaData(key, value) data.metadata[key] = value end
  return self
end

-- Loads a character.
AddEventHandler('load', function(citizenid)
  local text = host_sql(json.encode({
    { query = 'SELECT citizenid, money, metadata, inventory FROM players WHERE citizenid = ?', values = { citizenid } },
  }))
  local row = json.decode(text)[1]
  local data = {
    source = source,
    citizenid = row.citizenid,
    money = json.decode(row.money),
    metadata = json.decode(row.metadata),
    items = {},
  }
  for _, item in ipairs(json.decode(row.inventory)) do data.items[item.slot] = item end
  players[source] = playerOf(source, data)
  TriggerEvent('QBCore:Server:PlayerLoaded', players[source])
end)
AddEventHandler('save', function() save(source) end)
AddEventHandler('unload', function()
  save(source)
  TriggerEvent('QBCore:Server:OnPlayerUnload', source)
  players[source] = nil
end)
AddEventHandler('use', function(slot)
  local item = players[source].PlayerData.items[slot]
  item.slot = slot
  usable[item.name](source, item)
end)

local function freeSlot(items)
  for slot = 1, SLOTS do
    if not items[slot] then return slot end
  end
end

-- A player dies and leaves all items where they are, and takes them back.
local drop = {}
AddEventHandler('die', function()
  local data = players[source].PlayerData
  drop, data.items = data.items, {}
end)
AddEventHandler('takeBack', function()
  local items = players[source].PlayerData.items
  for _, item in pairs(drop) do items[freeSlot(items)] = item end
end)

function core.Functions.GetPlayer(source) return players[source] end
function core.Functions.CreateUseableItem(name, run) usable[name] = run end
host_export('qb-core', 'GetCoreObject', function()
  -- a copy crosses with each call
  return {
    Functions = {
      GetPlayer = function(source)
        local player = players[source]
        return player and { Functions = player.Functions, PlayerData = copied(player.PlayerData) }
      end,
      CreateUseableItem = core.Functions.CreateUseableItem,
    },
    Shared = { Items = copied(itemList) },
  }
end)

-- An item that is not added although there is room, as another resource may have it.
local refused
AddEventHandler('refuse', function(name) refused = name end)
-- Everything but parcels stacks.
host_export('qb-inventory', 'AddItem', function(source, name, amount, _, info)
  if name == refused or not itemList[name] then return false end
  local items = players[source].PlayerData.items
  for _, item in pairs(items) do
    if item.name == name and not info then
      item.amount = item.amount + amount
      host_step('after effect')
      return true
    end
  end
  local slot = freeSlot(items)
  if not slot then return false end
  items[slot] = { name = name, amount = amount, info = info or {}, type = 'item', slot = slot }
  host_step('after effect')
  return true
end)
-- Takes from one slot only: from the given one, else from the first that has the item.
host_export('qb-inventory', 'RemoveItem', function(source, name, amount, slot)
  local items = players[source].PlayerData.items
  for at = 1, SLOTS do
    if not slot and items[at] and items[at].name == name then slot = at end
  end
  local item = slot and items[slot]
  if not item or item.name ~= name or item.amount < amount then return false end
  item.amount = item.amount - amount
  if item.amount == 0 then items[slot] = nil end
  host_step('after effect')
  return true
end)
host_export('qb-inventory', 'CanAddItem', function(source, name)
  return itemList[name] ~= nil and freeSlot(players[source].PlayerData.items) ~= nil
end)
host_export('qb-inventory', 'SaveInventory', saveInventory)
