local sign = OneRP.sign

-- A poll is held for 25 s; an answer that takes longer than this is lost.
local WATCHDOG_MS = 45000
local TRIES = 5

-- Converts a number that the runtime's JSON may read as a float to an integer.
local function integer(value)
  return math.tointeger(value) or 0
end

-- Returns the parsed answer; an empty table when it is not JSON. A held poll sends spaces before it.
local function parse(text)
  local isJson, value = pcall(json.decode, type(text) == 'string' and text:match('^%s*(.-)%s*$') or '')
  return isJson and type(value) == 'table' and value or {}
end

-- Exchanges messages with the site. Every request is signed and numbered. An answer without a valid signature is
-- ignored. options.head returns the number of entries that the ledger ever had.
function OneRP.createWire(options)
  local secret = options.secret
  local instance = sign.randomId(secret)
  local base = options.url:gsub('/+$', '')
  local seq = 0
  -- Milliseconds by which the site's clock is ahead of this machine's.
  local offsetMs = 0

  -- Waits for FXServer's answer or the watchdog, whichever comes first. A later answer is dropped.
  local function send(path, text)
    local answered = promise.new()
    local isOver = false
    -- of a status from 400 on FXServer hands the body over in an error: "HTTP 409: {…}"
    local function settle(status, body, _, failure)
      if isOver then return end
      isOver = true
      local refusal = type(failure) == 'string' and failure:match('^HTTP %d+: (.*)$')
      answered:resolve({ status = status, body = body or refusal })
    end
    PerformHttpRequest(base .. path, settle, 'POST', text, {
      ['Content-Type'] = 'application/json',
      ['OneRP-Key'] = options.key,
      ['OneRP-Sign'] = sign.request(secret, path, text),
    }, { followLocation = false })
    SetTimeout(WATCHDOG_MS, function() settle(0) end)
    return Citizen.Await(answered)
  end

  -- Returns the content of the answer; or nil and the error: `message`, `code` if the site refused the request, and
  -- `isAborted` if there was no answer at all.
  local function ask(name, fields)
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
      -- an attacker on the line can send this too, so it only means that the site was not reached
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
    if refusal.field then message = message .. ' of ' .. tostring(refusal.field) end
    return nil, { code = refusal.code, message = message, retryAfterS = refusal.retryAfterS }
  end

  -- As ask. Two requests may overtake each other; the site then refuses the lower number, so it is sent again.
  local function call(name, fields)
    local answer, problem
    for _ = 1, TRIES do
      answer, problem = ask(name, fields)
      if answer or problem.code ~= 'seqReused' then break end
    end
    return answer, problem
  end

  return { call = call, instance = instance }
end
