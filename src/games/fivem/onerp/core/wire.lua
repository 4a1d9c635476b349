local sign = OneRP.sign

-- A poll is held for 25 s; an answer that takes longer than this is lost.
local WATCHDOG_MS = 45000

-- Turns what the json of the runtime may read as a float into an integer.
local function integer(value)
  return math.tointeger(value) or 0
end

-- The answer, or an empty table for what is no JSON. Spaces before it come from a held poll.
local function parse(text)
  local isJson, value = pcall(json.decode, type(text) == 'string' and text:match('^%s*(.-)%s*$') or '')
  return isJson and type(value) == 'table' and value or {}
end

-- Speaks with the site. Every request is signed and numbered, and an answer that is not rightly signed counts as none.
-- options.head tells how many entries the ledger ever had.
function OneRP.createWire(options)
  local secret = options.secret
  local instance = sign.randomId(secret)
  local base = options.url:gsub('/+$', '')
  local seq = 0
  -- Milliseconds that the site's clock is ahead of this machine's.
  local offsetMs = 0

  -- Waits for the answer of FXServer or for the watchdog, whichever comes first. An answer that comes later is dropped.
  local function send(path, text)
    local answered = promise.new()
    local isOver = false
    local function settle(status, body)
      if isOver then return end
      isOver = true
      answered:resolve({ status = status, body = body })
    end
    PerformHttpRequest(base .. path, settle, 'POST', text, {
      ['Content-Type'] = 'application/json',
      ['OneRP-Key'] = options.key,
      ['OneRP-Sign'] = sign.request(secret, path, text),
    }, { followLocation = false })
    SetTimeout(WATCHDOG_MS, function() settle(0) end)
    return Citizen.Await(answered)
  end

  -- Returns the content of the answer; or nil and what went wrong: `message`, `code` if the site refused it, and
  -- `isAborted` if there was no answer at all.
  local function call(name, fields)
    seq = seq + 1
    local own = seq
    local path = '/api/game/v1/' .. name
    local body = { v = 1, instance = instance, seq = own, at = os.time() * 1000 + offsetMs, head = options.head() }
    for field, value in pairs(fields) do
      body[field] = value
    end
    local reply = send(path, json.encode(body))
    local answer = parse(reply.body)
    if not sign.isSigned(secret, instance, own, answer) then
      -- whoever sits on the line may send this too, so it tells no more than that the site was not reached
      if reply.status == 403 then
        return nil, { code = 'gameKeyInvalid', message = 'the site refused: gameKeyInvalid', retryAfterS = 300 }
      end
      if reply.status == 0 then return nil, { message = 'the site does not answer ' .. name, isAborted = true } end
      local message = string.format('the answer to %s is not signed by the site (status %s)', name, reply.status)
      return nil, { message = message }
    end
    local content = parse(answer.body)
    local refusal = content.error
    if type(refusal) ~= 'table' then return content end
    if refusal.code == 'clockSkew' then offsetMs = integer(content.now) - os.time() * 1000 end
    local message = 'the site refused: ' .. tostring(refusal.code)
    return nil, { code = refusal.code, message = message, retryAfterS = refusal.retryAfterS }
  end

  return { call = call, instance = instance }
end
