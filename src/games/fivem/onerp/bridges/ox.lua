-- ox_core and ox_inventory. Balances are rows of SQL, and the message of a transaction holds the number of the
-- delivery. ox_core changes a balance and writes its message in two commits, so this file writes both itself, in one.
-- Items come as parcels, which ox_inventory saves every five minutes. Taken items are saved at once.

local database = OneRP.database

-- Do not change this format: a version of this file that does not find its deliveries would give them a second time.
local function messageOf(delivery)
  return string.format('onerp %d', delivery.no)
end

local function accountOf(charId)
  local row = database.rows('SELECT id, balance FROM accounts WHERE owner = ? AND isDefault = 1', { charId })[1]
  if not row then error('there is no account of ' .. charId) end
  return row
end

-- Money on the default account of a character.
local function createAccounts(characters, goodOf)
  local function prove(delivery)
    local character = characters.placeOf(delivery)
    if not character then return 'cannotTell' end
    local column = delivery.kind == 'give' and 'toId' or 'fromId'
    local text = 'SELECT amount FROM accounts_transactions WHERE ' .. column .. ' = ? AND message = ?'
    local row = database.rows(text, { accountOf(character).id, messageOf(delivery) })[1]
    if not row then return 'notGiven' end
    return 'given', delivery.kind == 'revoke' and math.tointeger(row.amount // goodOf(delivery.code).amount) or nil
  end

  local function give(account, amount, message)
    local insert = [[INSERT INTO accounts_transactions (toId, amount, message, toBalance)
      SELECT id, ?, ?, balance + ? FROM accounts WHERE id = ?]]
    database.transaction({
      { query = insert, values = { amount, message, amount, account.id } },
      { query = 'UPDATE accounts SET balance = balance + ? WHERE id = ?', values = { amount, account.id } },
    })
  end

  -- Takes nothing if the balance has fallen meanwhile. The row is locked, because oxmysql lets other statements
  -- commit in between.
  local function take(account, amount, message)
    local insert = [[INSERT INTO accounts_transactions (fromId, amount, message, fromBalance)
      SELECT id, ?, ?, balance - ? FROM accounts WHERE id = ? AND balance >= ? FOR UPDATE]]
    local update = 'UPDATE accounts SET balance = balance - ? WHERE id = ? AND balance >= ?'
    database.transaction({
      { query = insert, values = { amount, message, amount, account.id, amount } },
      { query = update, values = { amount, account.id, amount } },
    })
  end

  return {
    check = function() end,
    apply = function(delivery, good)
      local account = accountOf(delivery.place)
      local pieces = delivery.count
      if delivery.kind == 'revoke' then pieces = math.max(0, math.min(pieces, account.balance // good.amount)) end
      local act = delivery.kind == 'give' and give or take
      act(account, math.tointeger(pieces * good.amount), messageOf(delivery))
      local proof, taken = prove(delivery)
      if proof ~= 'given' then error('the transaction is not there') end
      return { proof = 'accounts_transactions, message ' .. messageOf(delivery), taken = taken }
    end,
    prove = prove,
  }
end

-- This resource stores facts, because ox_core has no place for them.
local function createFacts(characters)
  local function keyOf(character, code) return string.format('v:%s|%s', character, code) end
  local function kept(character, code)
    local text = GetResourceKvpString(keyOf(character, code))
    return text and json.decode(text)
  end
  return {
    check = function() end,
    apply = function(delivery)
      local fact = { version = delivery.version, params = delivery.params }
      SetResourceKvp(keyOf(delivery.place, delivery.code), json.encode(fact))
      return { proof = 'kept for ' .. delivery.place }
    end,
    prove = function(delivery)
      local character = characters.placeOf(delivery)
      local fact = character and kept(character, delivery.code)
      return fact and fact.version >= delivery.version and 'given' or 'notGiven'
    end,
    factOf = function(character, code)
      local fact = kept(character, code)
      return fact and fact.params
    end,
  }
end

local function inventoryOf()
  local inventory = exports.ox_inventory
  local function listed(items)
    local list = {}
    for _, item in pairs(items or {}) do
      list[#list + 1] = { name = item.name, amount = item.count, slot = item.slot, metadata = item.metadata }
    end
    return list
  end
  return {
    items = function(source) return listed(inventory:GetInventoryItems(source)) end,
    savedItems = function(charId)
      local row = database.rows('SELECT inventory FROM character_inventory WHERE charid = ?', { charId })[1]
      return listed(row and row.inventory and json.decode(row.inventory))
    end,
    add = function(source, item, amount, metadata) return (inventory:AddItem(source, item, amount, metadata)) end,
    remove = function(source, item, amount, slot) return (inventory:RemoveItem(source, item, amount, nil, slot)) end,
    knows = function(item) return inventory:Items(item) ~= nil end,
    fits = function(source, item, amount) return inventory:CanCarryItem(source, item, amount) end,
    isLoaded = function(source) return inventory:GetInventoryItems(source) ~= nil end,
    -- Items as ox_inventory writes them into the row of a character.
    savedForm = function(source)
      local list = {}
      for _, item in pairs(inventory:GetInventoryItems(source) or error('the inventory is not loaded')) do
        list[#list + 1] = { name = item.name, count = item.count, slot = item.slot, metadata = item.metadata }
      end
      return list
    end,
  }
end

-- Takes items. ox_inventory would save the rest minutes later, and a crash before that would restore items that the
-- site counts as taken. So the rest is written here, in one transaction with the number of the delivery.
local function createTaking(inventory, parcels, characters)
  local hasTable = false
  -- Number of pieces by delivery that were taken in memory only.
  local unsaved = {}

  local function rowOf(delivery)
    if not hasTable then
      database.update('CREATE TABLE IF NOT EXISTS onerp_taken (id BIGINT PRIMARY KEY, taken INT NOT NULL)', {})
      hasTable = true
    end
    return database.rows('SELECT taken FROM onerp_taken WHERE id = ?', { delivery.no })[1]
  end

  local function save(delivery)
    local insert = 'INSERT INTO onerp_taken (id, taken) SELECT ?, ? FROM character_inventory WHERE charid = ?'
    local statements = { { query = insert, values = { delivery.no, unsaved[delivery.no], delivery.place } } }
    local source = unsaved[delivery.no] > 0 and characters.sourceOf(delivery, delivery.place)
    -- if the player has left, ox_inventory has already saved the rest
    if source then
      local update = 'UPDATE character_inventory SET inventory = ? WHERE charid = ?'
      statements[2] = { query = update, values = { json.encode(inventory.savedForm(source)), delivery.place } }
    end
    database.transaction(statements)
  end

  -- Saves a removal that exists in memory only.
  local function prove(delivery)
    local isRead, row = pcall(rowOf, delivery)
    if isRead and not row and unsaved[delivery.no] then
      isRead = pcall(save, delivery)
      if isRead then isRead, row = pcall(rowOf, delivery) end
    end
    if isRead and row then
      unsaved[delivery.no] = nil
      return 'given', math.tointeger(row.taken)
    end
    if unsaved[delivery.no] then return 'saving' end
    if not isRead then error(row) end
    return 'notGiven'
  end

  return {
    -- Table and inventory must be available before anything is taken, because the player owes the pieces that are not
    -- found.
    check = function(delivery)
      rowOf(delivery)
      local source = characters.sourceOf(delivery, delivery.place)
      if not source or not inventory.isLoaded(source) then return { retry = 'busy', afterS = 15 } end
    end,
    apply = function(delivery, good)
      local source = characters.sourceOf(delivery, delivery.place)
      if not source then error('the player has left') end
      unsaved[delivery.no] = parcels.take(source, good, delivery.code, delivery.count)
      pcall(save, delivery)
      local proof, taken = prove(delivery)
      if proof ~= 'given' then return { isSaving = true } end
      return { proof = 'onerp_taken ' .. string.format('%d', delivery.no), taken = taken }
    end,
    prove = prove,
  }
end

function OneRP.bridges.ox(parts)
  local function characterOf(source)
    local player = exports.ox_core:GetPlayer(source)
    return player and player.charId and string.format('%d', player.charId)
  end
  local characters = OneRP.createCharacters(parts.presence, characterOf)
  local accounts, facts = createAccounts(characters, parts.goodOf), createFacts(characters)
  local inventory = inventoryOf()
  local parcels = OneRP.createParcels(inventory, characters, parts.ledger)
  local taking = createTaking(inventory, parcels, characters)

  -- Whether a slot holds a parcel that is not saved yet. An empty slot comes as its number.
  local function isUnsaved(slot)
    local metadata = type(slot) == 'table' and slot.metadata
    local no = metadata and math.tointeger(metadata.onerp)
    local entry = no and parts.ledger().get(no)
    return entry and entry.state ~= 'done'
  end

  -- A parcel that is not saved yet must stay in its inventory: the proof looks nowhere else. A parcel also leaves when
  -- another item is put onto its slot.
  exports.ox_inventory:registerHook('swapItems', function(swap)
    return swap.fromInventory == swap.toInventory or not (isUnsaved(swap.fromSlot) or isUnsaved(swap.toSlot))
  end, { itemFilter = { onerp_parcel = true } })

  return {
    characters = characters,
    parcels = parcels,
    bookOf = function(delivery, good)
      if delivery.kind == 'set' then return facts end
      if good.money then return accounts end
      return delivery.kind == 'give' and parcels or taking
    end,
    proves = function(good) return good.money ~= nil end,
    factOf = function(source, code)
      local character = characterOf(source)
      return character and facts.factOf(character, code)
    end,
    -- Calls look when a character is loaded, and leave when it is unloaded.
    watch = function(look, leave)
      AddEventHandler('ox:playerLoaded', look)
      AddEventHandler('ox:playerLogout', leave)
      exports('openParcel', function(event, _, inventory, slot)
        if event ~= 'usingItem' then return end
        local item = exports.ox_inventory:GetSlot(inventory.id, slot)
        parts.onOpen(inventory.id, { slot = slot, metadata = item and item.metadata })
        -- this resource removes the item, so ox_inventory must not
        return false
      end)
    end,
  }
end
