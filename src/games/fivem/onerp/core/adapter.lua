local fitting = OneRP.presence.fitting

local VERSION = '1.0.0'
local REFUSED_WAIT_S = 5 * 60
local MOST_WAIT_S = 60
local HOLD_S = 25
-- Most bytes of results in one request: a small request passes a bad line sooner.
local MOST_RESULT_BYTES = 12000
local RESULTS_AT_ONCE = 100
-- Most codes and facts in a hello.
local MOST_CODES = 300
local MOST_FACTS = 50
local CODE = '^[a-z*][a-z0-9_:*.-]*$'
local CODE_RULE = 'a code is small Latin letters, digits and _ : . -, and begins with a letter'
-- FXServer aborts a request if no byte arrives for 5 s. A request that failed after at least this time counts as
-- aborted.
local ABORTED_AFTER_MS = 4000
-- Pause between polls while polls are not held.
local UNHELD_WAIT_S = 5
-- After this time a poll is held again, in case the proxy was repaired.
local UNHELD_MS = 10 * 60 * 1000
-- Joins and leaves are reported within this time, even while a poll is held.
local TELL_EVERY_MS = 1000

-- Error and remedy in one line.
local ADVICE = {
  gameKeyInvalid = 'gameKeyInvalid: check key and secret; the site is asked again in 5 minutes',
  gameScope = 'gameScope: check key and secret; the site is asked again in 5 minutes',
  instanceActive = 'another adapter of this server is running: stop it, or wait a minute after its crash',
  ledgerUnknown = 'the ledger is new or older than before: an operator must accept it (npm run deliveries -- accept-ledger)',
}
local GREET_AGAIN = { helloNeeded = true, instanceActive = true, ledgerUnknown = true }

-- Asks the site for work until it is stopped, and never because an answer was lost.
-- options.url  address of the site; key and secret: of `npm run game-keys`
-- options.bridge  knows the game (work.lua), with codes(), facts() and proves()
-- options.presence  who is on the server
-- options.log  prints a line
function OneRP.startAdapter(options)
  local bridge, log = options.bridge, options.log
  local ledger = OneRP.openLedger()
  local presence = options.presence
  local wire = OneRP.createWire({ url = options.url, key = options.key, secret = options.secret, head = ledger.head })
  -- Unanswered results by number; `order` lists the numbers, the oldest first.
  local results, order = {}, {}
  local isStopping, isGreeted, isHeld, isReporting = false, false, false, false
  local failures, aborts, unheldSince = 0, 0, nil
  local lastSaid

  -- Prints a line unless it is the same as the last one.
  local function say(text)
    if text ~= lastSaid then log('[onerp] ' .. text) end
    lastSaid = text
  end

  local function pending()
    local list, numbers, isListed = {}, {}, {}
    for _, no in ipairs(order) do
      if results[no] and not isListed[no] then
        isListed[no] = true
        list[#list + 1] = results[no]
        numbers[#numbers + 1] = no
      end
    end
    order = numbers
    return list
  end

  -- Forgets the answered results, unless a newer result of the same delivery exists.
  local function forget(sent, answers)
    local answered = {}
    for _, answer in ipairs(answers) do answered[answer.no] = true end
    for _, result in ipairs(sent) do
      if answered[result.no] and results[result.no] == result then results[result.no] = nil end
    end
  end

  -- Reports a batch. If the site refuses it, each result is sent alone, and a refused one is dropped. Otherwise one
  -- malformed result would block all others for ever.
  local function reportBatch(batch)
    local answer, problem = wire.call('report', { results = batch })
    if answer then
      forget(batch, answer.results)
    elseif problem.code ~= 'badRequest' then
      return false
    elseif #batch == 1 then
      forget(batch, batch)
      log('[onerp] THE SITE REFUSES A RESULT, WHICH IS DROPPED. Decide it by hand: ' .. json.encode(batch[1]))
    else
      for _, result in ipairs(batch) do
        if not reportBatch({ result }) then return false end
      end
    end
    return true
  end

  -- Reports the finished deliveries, and keeps their results until the site has answered.
  local function flush()
    if isReporting then return end
    isReporting = true
    local isFine, problem = pcall(function()
      while next(results) and reportBatch((fitting(pending(), MOST_RESULT_BYTES, RESULTS_AT_ONCE))) do end
    end)
    isReporting = false
    if not isFine then log('[onerp] reporting failed: ' .. tostring(problem)) end
  end

  local work = OneRP.createWork({
    ledger = ledger,
    bridge = bridge,
    log = function(line) log('[onerp] ' .. line) end,
    report = function(result)
      if not results[result.no] then order[#order + 1] = result.no end
      results[result.no] = result
      if isGreeted then Citizen.CreateThread(flush) end
    end,
  })

  local function sendRoster()
    local parts = presence.roster()
    for at, players in ipairs(parts) do
      local answer, problem = wire.call('roster', { part = at, of = #parts, players = players })
      if not answer then return problem end
    end
  end

  -- Returns the codes that the site accepts, because it refuses a hello with another one or with too many.
  local function told(codes, most)
    local fit = {}
    for _, code in ipairs(codes) do
      if #code <= 60 and code:match(CODE) then fit[#fit + 1] = code
      else say('no code of the site is called ' .. code .. ': ' .. CODE_RULE) end
    end
    if #fit > most then say(string.format('the site hears of %d of %d codes only', most, #fit)) end
    return table.move(fit, 1, math.min(#fit, most), 1, {})
  end

  local function hello()
    local answer, problem = wire.call('hello', {
      adapter = 'onerp-fivem ' .. VERSION,
      game = options.game,
      host = options.host,
      ledger = ledger.id,
      codes = told(bridge.codes(), MOST_CODES),
      facts = told(bridge.facts(), MOST_FACTS),
      proves = told(bridge.proves(), MOST_CODES),
      identity = options.identity,
      slots = options.slots,
    })
    if not answer then return problem end
    isGreeted = true
    ledger.settle(answer.settledThrough)
    say(string.format('connected as %s, ledger %s, %d results wait', answer.server, ledger.id, #pending()))
    return sendRoster()
  end

  -- Polls once: heartbeat, players, results and work in one request.
  local function pull(waitS, most)
    local changes = presence.takeChanges()
    -- results of a report under way are not sent a second time
    local isCarrying = most > 0 and not isReporting and next(results) ~= nil
    local sent = isCarrying and fitting(pending(), MOST_RESULT_BYTES, RESULTS_AT_ONCE) or {}
    isReporting = isReporting or isCarrying
    local answer, problem = wire.call('pull', {
      waitS = waitS,
      max = most,
      online = presence.online(),
      slots = options.slots,
      joined = changes.joined,
      left = changes.left,
      results = sent,
    })
    if isCarrying then isReporting = false end
    if problem and problem.code == 'badRequest' then
      -- nothing may block the poll for ever: results are sent one by one, players with the next roster
      flush()
      return problem
    elseif problem then
      presence.putBack(changes)
      return problem
    end
    forget(sent, answer.results)
    if isCarrying and next(results) then Citizen.CreateThread(flush) end
    ledger.noteSettled(answer.settledThrough)
    work.take(answer.deliveries)
    work.cancel(answer.cancel)
    if type(answer.rival) == 'table' then
      say(string.format('ANOTHER ADAPTER ASKS FOR THIS SERVER: %s, %s', answer.rival.host, answer.rival.network))
    end
    if answer.wantRoster then return sendRoster() end
    return nil, answer
  end

  -- Handles two held polls in a row without a byte: a proxy holds the spaces back, so polls are not held for a while.
  local function noteAbort(problem, tookMs)
    aborts = problem and problem.isAborted and tookMs >= ABORTED_AFTER_MS and aborts + 1 or 0
    if aborts < 2 then return end
    unheldSince, aborts = GetGameTimer(), 0
    problem.message = 'held polls are cut off (a proxy buffers them): the site is asked every 5 seconds'
  end

  local function poll()
    if unheldSince and GetGameTimer() - unheldSince > UNHELD_MS then unheldSince = nil end
    local waitS = (unheldSince or presence.hasChanges()) and 0 or HOLD_S
    local startedMs = GetGameTimer()
    isHeld = waitS > 0
    local problem, answer = pull(waitS, 50)
    isHeld = false
    if waitS > 0 then noteAbort(problem, GetGameTimer() - startedMs) end
    if unheldSince and answer and not answer.more then
      Citizen.Wait(1000 * math.max(UNHELD_WAIT_S, answer.nextInS or 0))
    end
    return problem
  end

  local function waitMsOf(problem)
    if problem.code == 'gameKeyInvalid' or problem.code == 'gameScope' then return REFUSED_WAIT_S * 1000 end
    local backOffS = math.min(MOST_WAIT_S, 2 ^ (math.min(failures, 7) - 1)) * (0.75 + math.random() / 2)
    return math.floor(1000 * math.max(tonumber(problem.retryAfterS) or 0, backOffS))
  end

  -- Sends a hello if needed, and polls once. Returns false when the adapter must stop.
  local function step()
    local problem
    if not isGreeted then problem = hello() end
    if not problem then problem = poll() end
    if not problem then
      failures = 0
      return true
    end
    if problem.code == 'instanceReplaced' then
      say('another adapter has taken the place of this one: it stops asking')
      return false
    end
    if GREET_AGAIN[problem.code] then isGreeted = false end
    if problem.code == 'helloNeeded' or problem.code == 'clockSkew' then return true end
    failures = failures + 1
    say(ADVICE[problem.code] or problem.message .. '; trying again')
    Citizen.Wait(waitMsOf(problem))
    return true
  end

  local function isOver() return isStopping end
  work.watch(isOver)
  Citizen.CreateThread(function()
    local goesOn = true
    while goesOn and not isStopping do
      local isFine, result = pcall(step)
      goesOn = not isFine or result
      -- a malformed answer must not end the loop
      if not isFine then
        isReporting = false
        log('[onerp] asking failed and goes on: ' .. tostring(result))
        Citizen.Wait(MOST_WAIT_S * 1000)
      end
    end
    isStopping = true
  end)
  Citizen.CreateThread(function()
    while not isStopping do
      Citizen.Wait(TELL_EVERY_MS)
      if isHeld and presence.hasChanges() then pcall(pull, 0, 0) end
    end
  end)

  return {
    ledger = ledger,
    call = wire.call,
    take = work.take,
    isConnected = function() return isGreeted end,
    -- Makes the next step send a hello, because the codes of the game have changed.
    greet = function() isGreeted = false end,
    -- Says bye. FXServer does not wait, but begun deliveries are in the ledger.
    stop = function()
      isStopping = true
      Citizen.CreateThreadNow(function() wire.call('bye', {}) end)
    end,
  }
end
