-- For inventories that are saved late. A purchase comes as a parcel: an item whose metadata hold the number of the
-- delivery. A parcel in the saved inventory is the proof. The parcel opens only when the ledger or the site says that
-- it was given. Opening removes it and adds the goods to the same inventory, so a crash leaves either the parcel or
-- the goods.

local PARCEL = 'onerp_parcel'
-- Delay between asking for a save and reading the saved inventory. If the parcel is not there yet, the delivery is
-- `saving`.
local SAVED_AFTER_MS = 500

-- inventory.items(source), savedItems(character)  lists of { name, slot, metadata }
-- inventory.add(source, item, amount, metadata), remove(source, item, amount, slot)  return whether they did
-- inventory.fits(source, item, amount); inventory.save(source) asks for a save and does not wait, and may be missing
-- ledgerOf()  the ledger of the adapter, which is opened after the bridge
function OneRP.createParcels(inventory, characters, ledgerOf)
  local function isIn(items, no)
    for _, item in pairs(items) do
      local metadata = item.name == PARCEL and item.metadata
      if type(metadata) == 'table' and math.tointeger(metadata.onerp) == no then return true end
    end
    return false
  end

  local function prove(delivery)
    local character = characters.placeOf(delivery)
    if not character then return 'cannotTell' end
    if isIn(inventory.savedItems(character), delivery.no) then return 'given' end
    local source = characters.sourceOf(delivery, character)
    if source and isIn(inventory.items(source), delivery.no) then
      if inventory.save then inventory.save(source) end
      return 'saving'
    end
    -- the parcel may have been opened under the lost ledger
    return delivery.doubtful and 'cannotTell' or 'notGiven'
  end

  -- Removes an item from as many slots as needed, because some inventories remove from one slot only. Returns the
  -- number of removed items.
  local function remove(source, name, amount)
    local removed = 0
    for _, item in pairs(inventory.items(source)) do
      local part = item.name == name and math.min(item.amount, amount - removed) or 0
      if part > 0 and inventory.remove(source, name, part, item.slot) then removed = removed + part end
    end
    return removed
  end

  -- Whether a parcel may be opened. Until its delivery is done, the parcel is the proof.
  local function isDone(no)
    local entry = ledgerOf().get(no)
    return entry and entry.state == 'done' or not entry and ledgerOf().isSettled(no)
  end

  -- Takes goods and unopened parcels, in whole pieces. Returns the number of pieces that were there. A parcel of an
  -- unfinished delivery stays, because without it the delivery would not be found and would be given a second time.
  local function take(source, good, code, pieces)
    local there = 0
    for _, item in pairs(inventory.items(source)) do
      if item.name == good.item then there = there + item.amount end
    end
    local wanted = math.min(pieces, there // good.amount) * good.amount
    local taken = remove(source, good.item, wanted) // good.amount
    for _, item in pairs(inventory.items(source)) do
      local metadata = item.name == PARCEL and item.metadata
      local count = type(metadata) == 'table' and metadata.code == code and math.tointeger(metadata.count)
      local entry = count and ledgerOf().get(math.tointeger(metadata.onerp))
      local isBegun = entry and entry.state == 'started'
      if count and not isBegun and taken + count <= pieces and inventory.remove(source, PARCEL, 1, item.slot) then
        taken = taken + count
      end
    end
    return math.tointeger(taken)
  end

  return {
    check = function(delivery)
      if not inventory.fits(characters.sourceOf(delivery, delivery.place), PARCEL, 1) then return { retry = 'no_space' } end
    end,
    apply = function(delivery)
      local source = characters.sourceOf(delivery, delivery.place)
      if not source then error('the player has left') end
      local metadata = { onerp = delivery.no, code = delivery.code, count = delivery.count }
      if not inventory.add(source, PARCEL, 1, metadata) then error('the parcel could not be added') end
      if not inventory.save then return { isSaving = true } end
      inventory.save(source)
      Citizen.Wait(SAVED_AFTER_MS)
      if prove(delivery) ~= 'given' then return { isSaving = true } end
      return { proof = 'parcel of ' .. delivery.place }
    end,
    prove = prove,
    take = take,
    -- Opens the parcel that a player uses. Returns the text for the player.
    open = function(source, item, goodOf)
      local metadata = type(item.metadata) == 'table' and item.metadata or {}
      local no, good = math.tointeger(metadata.onerp), goodOf(metadata.code)
      if not good or not no or not isDone(no) then return 'notYet' end
      local amount = good.amount * metadata.count
      if not inventory.fits(source, good.item, amount) then return 'noSpace' end
      if not inventory.remove(source, PARCEL, 1, item.slot) then return 'notYet' end
      if not inventory.add(source, good.item, amount) then
        inventory.add(source, PARCEL, 1, metadata)
        return 'noSpace'
      end
      if inventory.save then inventory.save(source) end
      return 'opened'
    end,
  }
end
