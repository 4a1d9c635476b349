-- For this time after the start, unknown codes are postponed and not refused, because resources register their codes
-- a little late.
local STARTING_MS = 60000
-- A code that a resource has registered within this time is postponed, too: after `restart onerp` nobody registers it
-- until that resource is started again.
local KNOWN_S = 7 * 24 * 60 * 60
-- Codes of PROTOCOL.md with which a handler may say that it gave nothing.
local SAID = {
  retry = { offline = true, no_space = true, wrong_character = true, busy = true },
  reject = { unknown_code = true, no_character = true, bad_params = true, failed = true },
}

-- Codes that other resources give:
--
--   exports.onerp:on('garage_slot', {
--     give = function(delivery, source) … end,    -- returns once it is saved and was read back
--     revoke = function(delivery, source) … end,  -- returns how many pieces it took
--     set = function(delivery, source) … end,     -- for facts
--     prove = function(delivery) … end,           -- 'given', 'notGiven', 'cannotTell'; 'saving' if it is not saved yet
--     needsOnline = true,                         -- waits for the player
--   })
--
-- give and set may return 'saving' if the game saves later; prove says when. Without prove, a crash in the middle is for an
-- operator to decide. Each may return { reject = 'no_character', why = '…' } or { retry = 'no_space' } if it gave nothing.

-- Returns the obstacle that a handler names in its answer; nil for other answers.
local function obstacleIn(answer)
  if type(answer) ~= 'table' or not (answer.retry or answer.reject) then return nil end
  local act = answer.retry and 'retry' or 'reject'
  if not SAID[act][answer[act]] then error('a handler says ' .. act .. ' ' .. tostring(answer[act])) end
  return { [act] = answer[act], why = answer.why and tostring(answer.why) }
end

function OneRP.bridges.standalone(parts)
  local presence = parts.presence
  local handlers, owners = {}, {}
  local changedAt = GetGameTimer()

  local function having(act)
    local codes = {}
    for code, handler in pairs(handlers) do
      if handler[act] then codes[#codes + 1] = code end
    end
    table.sort(codes)
    return codes
  end

  -- Resources that are not started, by the code that they gave last; each is said once.
  local isMissed = {}

  -- Returns the obstacle of a code that a resource gave until it was stopped; nil for other codes.
  local function missing(code)
    local known = GetResourceKvpString('c:' .. code)
    local owner = known and os.time() - json.decode(known).at < KNOWN_S and json.decode(known).owner
    if not owner then return nil end
    local why = string.format('%s waits for the resource %s: start it again', code, owner)
    if not isMissed[code] then parts.log('[onerp] ' .. why) end
    isMissed[code] = true
    return { retry = 'busy', why = why }
  end

  local function changed()
    changedAt = GetGameTimer()
    parts.onChange()
  end

  return {
    codes = function() return having('give') end,
    facts = function() return having('set') end,
    proves = function() return having('prove') end,
    -- Registers a code for another resource.
    on = function(code, handler, owner)
      handlers[code], owners[code], isMissed[code] = handler, owner, nil
      SetResourceKvp('c:' .. code, json.encode({ owner = tostring(owner), at = os.time() }))
      changed()
    end,
    -- A resource has stopped: its functions cannot be called any more.
    dropOwner = function(owner)
      for code, each in pairs(owners) do
        if each == owner then
          handlers[code], owners[code] = nil, nil
          changed()
        end
      end
    end,
    has = function(code) return handlers[code] ~= nil end,
    check = function(delivery)
      local handler = handlers[delivery.code]
      if not handler or not handler[delivery.kind] then
        if GetGameTimer() - changedAt < STARTING_MS then return { retry = 'busy', afterS = 15 } end
        local obstacle = not handler and missing(delivery.code)
        if obstacle then return obstacle end
        return { reject = 'unknown_code', why = 'no handler for ' .. delivery.kind .. ' ' .. delivery.code }
      end
      if handler.needsOnline and not presence.sourceOf(delivery.player.player) then return { retry = 'offline' } end
    end,
    apply = function(delivery)
      local answer = handlers[delivery.code][delivery.kind](delivery, presence.sourceOf(delivery.player.player))
      if answer == 'saving' then return { isSaving = true } end
      local obstacle = obstacleIn(answer)
      if obstacle then return { obstacle = obstacle } end
      return { taken = delivery.kind == 'revoke' and math.tointeger(answer) or nil }
    end,
    prove = function(delivery)
      local handler = handlers[delivery.code]
      if not handler or not handler.prove then return 'cannotTell' end
      return handler.prove(delivery)
    end,
  }
end
