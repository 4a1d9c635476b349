-- For inventories that are saved late. A purchase comes as a parcel: an item whose metadata hold the number of the
-- delivery. A parcel in the saved inventory is the proof. The parcel opens only when the ledger or the site says that
-- it was given. Opening removes it and adds the goods to the same inventory, so a crash leaves either the parcel or
-- the goods. A parcel may be hidden from the proof, as in a stash, and is then given again. So it also holds the attempt,
-- and only the parcel that the proof has found opens.

local PARCEL = 'onerp_parcel'
-- Delay between asking for a save and reading the saved inventory. If the parcel is not there yet, the delivery is
-- `saving`.
local SAVED_AFTER_MS = 500

-- inventory.items(source), savedItems(character)  lists of { name, slot, metadata }
-- inventory.add(source, item, amount, metadata), remove(source, item, amount, slot)  return whether they did
-- inventory.knows(item)  whether the list of items has it: of others the inventory only says that they do not fit
-- inventory.fits(source, item, amount); inventory.save(source) asks for a save and does not wait, and may be missing
-- ledgerOf()  the ledger of the adapter, which is opened after the bridge
function OneRP.createParcels(inventory, characters, ledgerOf)
  -- Returns the metadata of the delivery's parcel; nil if it is not there.
  local function parcelIn(items, no)
    for _, item in pairs(items) do
      local metadata = item.name == PARCEL and item.metadata
      if type(metadata) == 'table' and math.tointeger(metadata.onerp) == no then return metadata end
    end
  end

  local function prove(delivery)
    local character = characters.placeOf(delivery)
    if not character then return 'cannotTell' end
    local saved = parcelIn(inventory.savedItems(character), delivery.no)
    if saved then return 'given', nil, saved.attempt end
    local source = characters.sourceOf(delivery, character)
    if source and parcelIn(inventory.items(source), delivery.no) then
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

  -- Whether the proof has found this parcel, and not another one of its delivery. Parcels of the first version have no
  -- attempt.
  local function isProved(entry, metadata)
    return entry.state == 'done' and math.tointeger(entry.attempt) == math.tointeger(metadata.attempt)
  end

  -- Returns the text for a parcel that may not be opened; nil for others. Until its delivery is done, the parcel is the
  -- proof.
  local function closedOf(no, metadata)
    local entry = ledgerOf().get(no)
    if not entry then return not ledgerOf().isSettled(no) and 'notYet' or nil end
    if isProved(entry, metadata) then return nil end
    return entry.state == 'done' and 'otherParcel' or 'notYet'
  end

  -- Takes goods and unopened parcels, in whole pieces. Returns the number of pieces that were there. A parcel of an
  -- unfinished delivery stays, because without it the delivery would not be found and would be given a second time. One
  -- that does not open is no piece.
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
      local isPiece = count and (not entry or isProved(entry, metadata))
      if isPiece and taken + count <= pieces and inventory.remove(source, PARCEL, 1, item.slot) then
        taken = taken + count
      end
    end
    return math.tointeger(taken)
  end

  -- Returns the error of an item that the inventory does not know; nil for others.
  local function unknownOf(item)
    return not inventory.knows(item) and 'the inventory knows no item ' .. item .. ': add it to its list (README.md)' or nil
  end

  return {
    check = function(delivery, good)
      local why = unknownOf(PARCEL) or unknownOf(good.item)
      if why then return { reject = 'failed', why = why } end
      if not inventory.fits(characters.sourceOf(delivery, delivery.place), PARCEL, 1) then return { retry = 'no_space' } end
    end,
    apply = function(delivery)
      local source = characters.sourceOf(delivery, delivery.place)
      if not source then error('the player has left') end
      local metadata = { onerp = delivery.no, attempt = delivery.attempt, code = delivery.code, count = delivery.count }
      if not inventory.add(source, PARCEL, 1, metadata) then error('the parcel could not be added') end
      if not inventory.save then return { isSaving = true } end
      inventory.save(source)
      Citizen.Wait(SAVED_AFTER_MS)
      local proof, _, attempt = prove(delivery)
      if proof ~= 'given' then return { isSaving = true } end
      return { proof = 'parcel of ' .. delivery.place, attempt = attempt }
    end,
    prove = prove,
    take = take,
    -- Opens the parcel that a player uses. Returns the text for the player.
    open = function(source, item, goodOf)
      local metadata = type(item.metadata) == 'table' and item.metadata or {}
      local no, good = math.tointeger(metadata.onerp), goodOf(metadata.code)
      if not good or not no then return 'notYet' end
      local closed = closedOf(no, metadata)
      if closed then return closed end
      local why = unknownOf(good.item)
      if why then
        print('[onerp] a parcel does not open: ' .. why)
        return 'unknownItem'
      end
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
