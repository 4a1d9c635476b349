-- For frameworks that keep a player in memory and save them as one row. The effect and a mark with the number of the
-- delivery change in one step of Lua and are saved by one UPDATE, so a crash leaves both or neither.

-- Number of marks that a player keeps; older ones are dropped.
local MOST_MARKS = 100

-- Returns the marks with another one added. Keys are texts, because numbers would make a list with holes.
local function withMark(marks, no, value)
  local numbers, kept = { no }, {}
  for key in pairs(marks) do numbers[#numbers + 1] = math.tointeger(tonumber(key)) end
  table.sort(numbers, function(a, b) return a > b end)
  for index = 1, math.min(#numbers, MOST_MARKS) do
    local key = tostring(numbers[index])
    kept[key] = marks[key]
  end
  kept[tostring(no)] = value
  return kept
end

local function tableOf(value)
  return type(value) == 'table' and value or {}
end

-- framework.metadataOf(source), setMetadata(source, key, value)  what is in memory
-- framework.savedMetadata(character)  what the database has; nil: there is no such character
-- framework.save(source, delivery)  writes the row, and returns when the database has it
-- framework.give(source, good, pieces), take(source, good, pieces)  change what is in memory; take returns the pieces taken
-- framework.unknownOf(source, good)  the error of a good that the framework does not know; may be missing
-- framework.fits(source, good, pieces)
-- characters  who plays whom (characters.lua)
function OneRP.createMarked(framework, characters)
  local function isIn(metadata, delivery)
    if delivery.kind == 'set' then
      local fact = tableOf(metadata.onerpFacts)[delivery.code]
      return type(fact) == 'table' and fact.version >= delivery.version
    end
    local mark = tableOf(metadata.onerp)[tostring(delivery.no)]
    return mark ~= nil, delivery.kind == 'revoke' and math.tointeger(mark) or nil
  end

  local function savedIn(character, delivery)
    local metadata = framework.savedMetadata(character)
    if not metadata then error('there is no character ' .. character) end
    return isIn(metadata, delivery)
  end

  local function prove(delivery)
    local character = characters.placeOf(delivery)
    if not character then return 'cannotTell' end
    local isSaved, taken = savedIn(character, delivery)
    if isSaved then return 'given', taken end
    local source = characters.sourceOf(delivery, character)
    if not source or not isIn(framework.metadataOf(source), delivery) then return 'notGiven' end
    framework.save(source, delivery)
    isSaved, taken = savedIn(character, delivery)
    return isSaved and 'given' or 'saving', taken
  end

  -- Must not yield: otherwise the framework could save the effect without the mark, or the mark without the effect.
  local function change(source, delivery, good)
    local metadata = framework.metadataOf(source)
    if delivery.kind == 'set' then
      local facts = tableOf(metadata.onerpFacts)
      facts[delivery.code] = { version = delivery.version, params = delivery.params }
      framework.setMetadata(source, 'onerpFacts', facts)
      return
    end
    local mark = true
    if delivery.kind == 'give' then framework.give(source, good, delivery.count)
    else mark = framework.take(source, good, delivery.count) end
    framework.setMetadata(source, 'onerp', withMark(tableOf(metadata.onerp), delivery.no, mark))
  end

  return {
    check = function(delivery, good)
      if delivery.kind ~= 'give' then return nil end
      local source = characters.sourceOf(delivery, delivery.place)
      local why = framework.unknownOf and framework.unknownOf(source, good)
      if why then return { reject = 'failed', why = why } end
      if not framework.fits(source, good, delivery.count) then return { retry = 'no_space' } end
    end,
    apply = function(delivery, good)
      local source = characters.sourceOf(delivery, delivery.place)
      if not source then error('the player has left') end
      change(source, delivery, good)
      framework.save(source, delivery)
      local proof, taken = prove(delivery)
      if proof ~= 'given' then error('the saved row does not have it') end
      return { proof = 'metadata of ' .. delivery.place, taken = taken }
    end,
    prove = prove,
    -- Returns the stored fact of a player who is in the game.
    factOf = function(source, code)
      local fact = tableOf(framework.metadataOf(source).onerpFacts)[code]
      return type(fact) == 'table' and fact.params or nil
    end,
  }
end
