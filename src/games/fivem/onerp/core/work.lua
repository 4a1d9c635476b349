local clean = OneRP.presence.clean

-- Interval at which effects that are in memory only are looked up in the saved state.
local LOOK_EVERY_MS = 15000
-- The site waits 10 min for a delivery that is being saved, so it is reported again before that.
local SAVING_AGAIN_S = 240
-- Results after which the delivery is not this server's until it comes again.
local ENDS_LEASE = { retry = true, rejected = true, unknown = true }

-- Does each delivery once. Before a delivery is begun, the ledger says so; after the game has saved it and it was read back,
-- the ledger says that it is done. What a crash left in between is proved first.
--
-- A bridge knows the game:
-- check(delivery)  tells why it cannot be begun: { retry = 'offline' }, { reject = 'unknown_code' }; else nil and the place
--                  where it will be kept, as a character, for the proof (`delivery.place`)
-- apply(delivery)  does it, has it saved and reads it back; returns { proof, taken, attempt }, { isSaving = true } if the game saves
--                  it later, or { obstacle } like those of check if nothing was given
-- prove(delivery)  looks into what is saved: 'given', what a revoke took and the attempt that gave it, if the thing tells;
--                  'notGiven' or 'cannotTell'; 'saving' if it is only in memory
function OneRP.createWork(parts)
  local ledger, bridge, report, log = parts.ledger, parts.bridge, parts.report, parts.log
  -- Queues by player: their deliveries are done one after the other.
  local queues = {}
  -- Deliveries that are in the game's memory but not saved yet.
  local unsaved = {}
  -- Deliveries that have come and are not begun. The same one comes again when its lease lapses.
  local queued = {}
  local warned

  local function factOf(delivery)
    return delivery.kind == 'set' and delivery.player.login .. '|' .. delivery.code or nil
  end

  -- What came to nothing, for the console.
  local function tell(delivery, result)
    local what, reasons = {}, {}
    for _, field in ipairs({ 'kind', 'count', 'code' }) do what[#what + 1] = delivery[field] and tostring(delivery[field]) end
    for _, field in ipairs({ 'code', 'proof' }) do reasons[#reasons + 1] = result[field] end
    local text = 'delivery %d (%s) is %s: %s'
    log(text:format(delivery.no, table.concat(what, ' '), result.outcome, table.concat(reasons, ', ')))
  end

  local function say(delivery, result)
    result.no, result.attempt = delivery.no, delivery.attempt
    result.proof = result.proof and clean(result.proof, 400)
    if result.outcome == 'rejected' or result.outcome == 'unknown' then tell(delivery, result) end
    if ENDS_LEASE[result.outcome] then
      -- the site sends it anew or calls it off, so what came before is not begun any more
      for other in pairs(queued) do
        if other.no == delivery.no then queued[other] = nil end
      end
    end
    report(result)
  end

  -- A bridge that fails before anything is begun fails for every delivery, so the same is printed once.
  local function warn(why)
    if why ~= warned then log('nothing can be begun, and is tried again: ' .. why) end
    warned = why
  end

  local function reportDone(delivery, entry)
    say(delivery, { outcome = 'done', proof = entry.proof, taken = entry.taken })
  end

  local function finish(delivery, result)
    local entry = { state = 'done', proof = result.proof, taken = result.taken }
    entry.fact, entry.version = factOf(delivery), delivery.version
    local begun = ledger.get(delivery.no)
    entry.attempt = math.tointeger(result.attempt)
    entry.isRepeated = delivery.doubtful or begun and begun.isRepeated
    ledger.write(delivery.no, entry)
    unsaved[delivery.no] = nil
    reportDone(delivery, entry)
  end

  -- Looks the delivery up in the saved state. An error of the bridge counts as 'cannotTell'.
  local function prove(delivery)
    local isDone, proof, taken, attempt = pcall(bridge.prove, delivery)
    if isDone then return proof, taken, attempt end
    log(string.format('delivery %d could not be proved: %s', delivery.no, proof))
    return 'cannotTell'
  end

  local function awaitSaved(delivery)
    unsaved[delivery.no] = { delivery = delivery, saidAt = os.time() }
    say(delivery, { outcome = 'saving' })
  end

  -- Proves a begun delivery. Returns false if it was not given; otherwise reports it.
  local function concluded(delivery, found)
    local proof, taken, attempt = prove(delivery)
    if proof == 'notGiven' then return false end
    if proof == 'given' then finish(delivery, { proof = found, taken = taken, attempt = attempt })
    elseif proof == 'saving' then awaitSaved(delivery)
    else say(delivery, { outcome = 'unknown', proof = 'begun, and it cannot be proved' }) end
    return true
  end

  local function sayObstacle(delivery, obstacle)
    local code = obstacle.retry or obstacle.reject
    local outcome = obstacle.retry and 'retry' or 'rejected'
    say(delivery, { outcome = outcome, code = code, afterS = obstacle.afterS, proof = obstacle.why })
  end

  -- Handles the word of a handler that nothing was given. Only a proof that it was counts more.
  local function afterRefusal(delivery, obstacle)
    local proof, taken, attempt = prove(delivery)
    if proof == 'given' then
      return finish(delivery, { proof = 'found after a failure', taken = taken, attempt = attempt })
    end
    if proof == 'saving' then return awaitSaved(delivery) end
    ledger.write(delivery.no, { state = 'open' })
    sayObstacle(delivery, obstacle)
  end

  -- What is known of a delivery in the ledger; nil if it was not begun, or if its handler said that nothing was given.
  local function begunOf(no)
    local known = ledger.get(no)
    return known and known.state ~= 'open' and known or nil
  end

  -- Whether an operator's decision about the attempt that was started replaces a proof.
  local function isDecided(known, delivery)
    local through = tonumber(delivery.notGivenThrough) or 0
    return through > 0 and (known.attempt or 0) <= through
  end

  local function handle(delivery)
    local known = begunOf(delivery.no)
    if known and known.state == 'done' then return reportDone(delivery, known) end
    if known and known.state == 'refused' then return say(delivery, { outcome = 'cancelled' }) end
    delivery.place = known and known.place
    local isProved = (known and not isDecided(known, delivery)) or delivery.doubtful
    if isProved and concluded(delivery, 'found again') then return end
    -- the payment was refunded and nothing was given
    if delivery.calledOff then
      ledger.write(delivery.no, { state = 'refused' })
      return say(delivery, { outcome = 'cancelled' })
    end
    local fact = factOf(delivery)
    if fact and ledger.versionOf(fact) > delivery.version then
      return finish(delivery, { proof = 'a newer version is known' })
    end
    local isChecked, obstacle, place = pcall(bridge.check, delivery)
    if not isChecked then
      obstacle = { retry = 'busy', why = tostring(obstacle) }
      warn(obstacle.why)
    end
    if obstacle then return sayObstacle(delivery, obstacle) end
    -- the delivery was cancelled while the bridge was looking
    if not known and begunOf(delivery.no) then return say(delivery, { outcome = 'cancelled' }) end
    local entry = { state = 'started', isRepeated = known ~= nil }
    delivery.place = place
    for _, field in ipairs({ 'attempt', 'kind', 'code', 'count', 'params', 'version', 'player', 'place' }) do
      entry[field] = delivery[field]
    end
    ledger.write(delivery.no, entry)
    local isApplied, result = pcall(bridge.apply, delivery)
    if isApplied and result and result.isSaving then return awaitSaved(delivery) end
    if isApplied and result and result.obstacle then return afterRefusal(delivery, result.obstacle) end
    if isApplied then return finish(delivery, result or {}) end
    -- after a failure in the middle, only the saved state counts
    if concluded(delivery, 'found after a failure') then return end
    local isChecked, obstacle = pcall(bridge.check, delivery)
    sayObstacle(delivery, isChecked and obstacle or { reject = 'failed', why = tostring(result) })
  end

  -- Cancels a delivery, unless the proof finds that it was given.
  local function callOff(no)
    local known = begunOf(no)
    local delivery = known or {}
    delivery.no, delivery.attempt = no, delivery.attempt or 1
    if known and known.state == 'done' then return reportDone(delivery, known) end
    if known and known.state == 'started' and concluded(delivery, 'found again') then return end
    if not known or known.state == 'started' then ledger.write(no, { state = 'refused' }) end
    say(delivery, { outcome = 'cancelled' })
  end

  -- Runs the tasks of one key one after the other, each in its own tick.
  local function enqueue(key, task)
    local queue = queues[key]
    if queue then
      queue[#queue + 1] = task
      return
    end
    queue = { task }
    queues[key] = queue
    Citizen.CreateThread(function()
      while #queue > 0 do
        local isDone, problem = pcall(table.remove(queue, 1))
        if not isDone then log('a delivery failed: ' .. tostring(problem)) end
        Citizen.Wait(0)
      end
      queues[key] = nil
    end)
  end

  local cancel
  cancel = function(no)
    local known = ledger.get(no)
    local login = known and known.player and known.player.login
    enqueue(login or '', function()
      local now = ledger.get(no)
      -- the delivery was begun meanwhile
      if not login and now and now.player then return cancel(no) end
      callOff(no)
    end)
  end

  -- Looks for effects that the game has saved meanwhile. A delivery that is neither saved nor in memory is left to
  -- its next lease, because the game may be writing it at this moment.
  local function lookForSaved()
    for no, waiting in pairs(unsaved) do
      local delivery = waiting.delivery
      enqueue(delivery.player.login, function()
        if unsaved[no] ~= waiting then return end
        local proof, taken, attempt = prove(delivery)
        if proof == 'given' then
          return finish(delivery, { proof = 'saved by the game', taken = taken, attempt = attempt })
        end
        if proof == 'notGiven' then unsaved[no] = nil end
        if proof == 'saving' and os.time() - waiting.saidAt >= SAVING_AGAIN_S then awaitSaved(delivery) end
      end)
    end
  end

  return {
    -- Does the deliveries that the site sent.
    take = function(deliveries)
      for _, delivery in ipairs(deliveries) do
        queued[delivery] = true
        enqueue(delivery.player.login, function()
          local isDue = queued[delivery]
          queued[delivery] = nil
          if isDue then handle(delivery) end
        end)
      end
    end,
    -- Cancels deliveries, each after the running work of its player.
    cancel = function(numbers)
      for _, no in ipairs(numbers) do
        cancel(no)
      end
    end,
    -- Looks for saved effects until `isOver`.
    watch = function(isOver)
      Citizen.CreateThread(function()
        while not isOver() do
          Citizen.Wait(LOOK_EVERY_MS)
          lookForSaved()
        end
      end)
    end,
  }
end
