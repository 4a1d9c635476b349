-- ox_core and ox_inventory as their sources read: balances are rows of SQL, inventories are kept in memory and written every
-- five minutes (host event `save`) and on leaving.

local SLOTS = 5
local players, hooks = {}, {}
local itemList = { onerp_parcel = { stack = false }, lockpick = {} }
-- An item that an operator has not added to the list of items, and adds.
AddEventHandler('forget', function(name) itemList[name] = nil end)
AddEventHandler('learn', function(name) itemList[name] = {} end)

local function save(source)
  local items = {}
  for slot, item in pairs(players[source].items) do
    items[#items + 1] = { name = item.name, count = item.count, slot = slot, metadata = item.metadata }
  end
  host_sql(json.encode({
    {
      query = 'UPDATE character_inventory SET inventory = ? WHERE charid = ?',
      values = { json.encode(items), players[source].charId },
    },
  }))
end

-- Loads a character.
AddEventHandler('load', function(charId)
  local text = host_sql(json.encode({
    { query = 'SELECT inventory FROM character_inventory WHERE charid = ?', values = { charId } },
  }))
  players[source] = { charId = charId, items = {} }
  for _, item in ipairs(json.decode(json.decode(text)[1].inventory)) do players[source].items[item.slot] = item end
  TriggerEvent('ox:playerLoaded', source, 1, charId)
end)
-- ox_inventory has not loaded the inventory of a character yet.
AddEventHandler('slow', function() players[source].items = nil end)
AddEventHandler('save', function() save(source) end)
AddEventHandler('unload', function()
  save(source)
  TriggerEvent('ox:playerLogout', source, 1, players[source].charId)
  players[source] = nil
end)
AddEventHandler('use', function(slot)
  exports.onerp:openParcel('usingItem', nil, { id = source }, slot)
end)
local function freeSlot(items)
  for slot = 1, SLOTS do
    if not items[slot] then return slot end
  end
end

local function isAllowed(swap)
  for _, hook in ipairs(hooks) do
    if hook(swap) == false then return false end
  end
  return true
end
-- A player puts an item into the boot of a car.
AddEventHandler('putAway', function(slot)
  local item = players[source].items[slot]
  if not isAllowed({ action = 'move', fromInventory = source, toInventory = 'trunk', fromSlot = item, toSlot = 1 }) then return end
  players[source].items[slot] = nil
end)
-- A player puts water from the boot of a car onto an item, which goes there.
AddEventHandler('swapAway', function(slot)
  local item, water = players[source].items[slot], { name = 'water', count = 1, metadata = {} }
  if not isAllowed({ action = 'swap', fromInventory = 'trunk', toInventory = source, fromSlot = water, toSlot = item }) then return end
  players[source].items[slot] = water
end)
-- A player dies and leaves all items where they are, without a hook (CreateDropFromPlayer), and takes them back.
local drop = {}
AddEventHandler('die', function() drop, players[source].items = players[source].items, {} end)
AddEventHandler('takeBack', function()
  for _, item in pairs(drop) do players[source].items[freeSlot(players[source].items)] = item end
end)

host_export('ox_core', 'GetPlayer', function(source)
  local player = players[tonumber(source)]
  return player and { source = source, charId = player.charId }
end)

host_export('ox_inventory', 'GetInventoryItems', function(source)
  if not players[source].items then return nil end
  local items = {}
  for slot, item in pairs(players[source].items) do
    items[slot] = { name = item.name, count = item.count, slot = slot, metadata = item.metadata }
  end
  return items
end)
host_export('ox_inventory', 'GetSlot', function(source, slot) return players[source].items[slot] end)
-- An item that is not added although there is room, as another resource may have it.
local refused
AddEventHandler('refuse', function(name) refused = name end)
-- Everything but parcels stacks.
host_export('ox_inventory', 'AddItem', function(source, name, count, metadata)
  if name == refused or not itemList[name] then return false, 'invalid_item' end
  local items = players[source].items
  for _, item in pairs(items) do
    if item.name == name and not metadata then
      item.count = item.count + count
      host_step('after effect')
      return true
    end
  end
  local slot = freeSlot(items)
  if not slot then return false, 'inventory_full' end
  items[slot] = { name = name, count = count, metadata = metadata or {} }
  host_step('after effect')
  return true
end)
-- Takes from the slot if it has the item, else from as many as it needs.
host_export('ox_inventory', 'RemoveItem', function(source, name, count, _, slot)
  local items = players[source].items
  local slots, there = {}, 0
  for at, item in pairs(items) do
    if item.name == name then
      slots[#slots + 1] = at
      there = there + item.count
    end
  end
  if count > there then return false, 'not_enough_items' end
  if slot and items[slot] and items[slot].name == name then slots = { slot } end
  for _, at in ipairs(slots) do
    local taken = math.min(count, items[at].count)
    count = count - taken
    items[at].count = items[at].count - taken
    if items[at].count == 0 then items[at] = nil end
  end
  host_step('after effect')
  return true
end)
host_export('ox_inventory', 'Items', function(name) return itemList[name] end)
host_export('ox_inventory', 'CanCarryItem', function(source, name)
  if not itemList[name] then return nil end
  return freeSlot(players[source].items) ~= nil
end)
host_export('ox_inventory', 'registerHook', function(_, hook) hooks[#hooks + 1] = hook end)
