-- ESX as its source reads: players are kept in memory; everything of a player is written by one statement, every ten minutes
-- (host event `save`) and on leaving.

local players = {}
local itemList = { water = true, lockpick = true }
-- An item that an operator adds to the list of items.
AddEventHandler('learn', function(name) itemList[name] = true end)

local function save(source)
  local player = players[source]
  host_sql(json.encode({
    {
      query = 'UPDATE users SET accounts = ?, inventory = ?, loadout = ?, metadata = ? WHERE identifier = ?',
      values = {
        json.encode(player.getAccounts(true)),
        json.encode(player.getInventory(true)),
        json.encode(player.getLoadout(true)),
        json.encode(player.getMeta()),
        player.identifier,
      },
    },
  }))
end

local function playerOf(source, row)
  local accounts, inventory, metadata = json.decode(row.accounts), json.decode(row.inventory), json.decode(row.metadata)
  local self = { source = source, identifier = row.identifier }
  local function copy(value) return json.decode(json.encode(value)) end
  function self.getAccounts() return copy(accounts) end
  function self.getInventory() return copy(inventory) end
  function self.getLoadout() return {} end
  function self.getMeta() return copy(metadata) end
  function self.setMeta(key, value) metadata[key] = copy(value) end
  function self.getAccount(name) return accounts[name] and { name = name, money = accounts[name] } end
  function self.addAccountMoney(name, amount)
    accounts[name] = accounts[name] + amount
    host_step('after effect')
  end
  function self.removeAccountMoney(name, amount)
    accounts[name] = accounts[name] - amount
    host_step('after effect')
  end
  function self.getInventoryItem(name) return itemList[name] and { name = name, count = inventory[name] or 0 } or nil end
  function self.canCarryItem(name, count) return itemList[name] ~= nil and (inventory[name] or 0) + count <= 20 end
  function self.addInventoryItem(name, count)
    if not itemList[name] then return end
    inventory[name] = (inventory[name] or 0) + count
    host_step('after effect')
  end
  function self.removeInventoryItem(name, count)
    inventory[name] = inventory[name] - count
    host_step('after effect')
  end
  return self
end

-- Loads a character.
AddEventHandler('load', function(identifier)
  local text = host_sql(json.encode({
    {
      query = 'SELECT identifier, accounts, inventory, metadata FROM users WHERE identifier = ?',
      values = { identifier },
    },
  }))
  players[source] = playerOf(source, json.decode(text)[1])
  TriggerEvent('esx:playerLoaded', source, players[source], false)
end)
AddEventHandler('save', function() save(source) end)
AddEventHandler('unload', function()
  save(source)
  TriggerEvent('esx:playerLogout', source)
  players[source] = nil
end)

host_export('es_extended', 'getSharedObject', function()
  return { GetPlayerFromId = function(source) return players[tonumber(source)] end }
end)
