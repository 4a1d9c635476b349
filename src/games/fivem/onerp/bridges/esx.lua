-- ESX saves accounts, inventory, loadout and metadata of a player late, in one statement. So marks are enough for
-- money and items.

local database = OneRP.database

function OneRP.bridges.esx(parts)
  local core = exports.es_extended:getSharedObject()
  local function playerOf(source) return core.GetPlayerFromId(source) end
  local function characterOf(source)
    local player = playerOf(source)
    return player and player.identifier
  end
  local characters = OneRP.createCharacters(parts.presence, characterOf)

  -- Pieces of a good that a player has.
  local function piecesOf(player, good)
    if good.money then
      local account = player.getAccount(good.money)
      return account and account.money // good.amount or 0
    end
    local item = player.getInventoryItem(good.item)
    return item and item.count // good.amount or 0
  end

  local marked = OneRP.createMarked({
    metadataOf = function(source) return playerOf(source).getMeta() end,
    setMetadata = function(source, key, value) playerOf(source).setMeta(key, value) end,
    savedMetadata = function(identifier)
      local row = database.rows('SELECT metadata FROM users WHERE identifier = ?', { identifier })[1]
      return row and (row.metadata and json.decode(row.metadata) or {})
    end,
    save = function(source)
      local player = playerOf(source)
      database.update(
        'UPDATE users SET accounts = ?, inventory = ?, loadout = ?, metadata = ? WHERE identifier = ?',
        {
          json.encode(player.getAccounts(true)),
          json.encode(player.getInventory(true)),
          json.encode(player.getLoadout(true)),
          json.encode(player.getMeta()),
          player.identifier,
        }
      )
    end,
    -- ESX says of an unknown item only that it cannot be carried, and of an unknown account only in the console
    unknownOf = function(source, good)
      local player = playerOf(source)
      if good.money then return not player.getAccount(good.money) and 'ESX knows no account ' .. good.money or nil end
      return not player.getInventoryItem(good.item) and 'ESX knows no item ' .. good.item or nil
    end,
    fits = function(source, good, pieces)
      return good.money ~= nil or playerOf(source).canCarryItem(good.item, good.amount * pieces)
    end,
    give = function(source, good, pieces)
      local player = playerOf(source)
      if good.money then player.addAccountMoney(good.money, good.amount * pieces, 'onerp')
      else player.addInventoryItem(good.item, good.amount * pieces) end
    end,
    take = function(source, good, pieces)
      local player = playerOf(source)
      local taken = math.tointeger(math.max(0, math.min(pieces, piecesOf(player, good))))
      if taken == 0 then return 0 end
      if good.money then player.removeAccountMoney(good.money, good.amount * taken, 'onerp')
      else player.removeInventoryItem(good.item, good.amount * taken) end
      return taken
    end,
  }, characters)

  return {
    characters = characters,
    bookOf = function() return marked end,
    proves = function() return true end,
    factOf = marked.factOf,
    -- Calls look when a character is loaded, and leave when it is unloaded.
    watch = function(look, leave)
      AddEventHandler('esx:playerLoaded', look)
      AddEventHandler('esx:playerLogout', leave)
    end,
  }
end
