-- Purchases that players make in the game with the coins of their account. Each has a key of its own and is kept in the
-- key-value store until the site has answered, so that neither a lost answer nor a crash buys twice.

-- A second click on the same good within this time gets the first click's answer.
local SAME_CLICK_MS = 3000
-- Delays before the next tries; the last one repeats.
local ASK_AGAIN_MS = { 1000, 2000, 5000, 15000, 60000 }
-- Time after which an unanswered purchase is given up. It is below the two days for which the site stores a key. If it was
-- bought, its deliveries come with a poll.
local GIVE_UP_AFTER_S = 24 * 60 * 60

-- Refusals that take no coins, and that another try would not change.
local FINAL = {
  spendNotAllowed = true,
  accountBlocked = true,
  priceChanged = true,
  notEnoughCoins = true,
  inDebt = true,
  goodSoldOut = true,
  goodNotFound = true,
  idempotencyKeyReused = true,
  gameScope = true,
  badRequest = true,
}

-- options.call  asks the site (wire.lua)
-- options.isConnected()  whether the site has been greeted
-- options.take(deliveries)  hands over what was bought
-- options.log  prints a line
function OneRP.createPurchases(options)
  -- The last purchase of each player, by the name of the player: { goods, count, coins, key, at, waiting, result, answeredMs }.
  local last = {}

  local function isSame(purchase, goods, count, coins)
    return purchase.goods == goods and purchase.count == count and purchase.coins == coins
  end

  local function finish(purchase, result)
    DeleteResourceKvp('b:' .. purchase.key)
    purchase.result, purchase.answeredMs = result, GetGameTimer()
    TriggerEvent('onerp:bought', purchase.player, purchase.goods, purchase.count, result)
    for _, answered in ipairs(purchase.waiting) do
      local isFine, problem = pcall(answered, result)
      if not isFine then options.log('[onerp] what was told of a purchase failed: ' .. tostring(problem)) end
    end
  end

  -- Returns the outcome of a purchase; nil while the site has not answered.
  local function ask(purchase)
    local fields = { key = purchase.key, player = purchase.player }
    for _, field in ipairs({ 'goods', 'count', 'coins' }) do fields[field] = purchase[field] end
    local answer, problem = options.call('purchases', fields)
    if answer then
      options.take(answer.deliveries)
      return { order = answer.order, coins = answer.premiumCoins }
    end
    if problem.code == 'gameScope' then
      options.log('[onerp] players cannot buy: make a key with --may link,purchase (npm run game-keys)')
    end
    return FINAL[problem.code] and { refused = problem.code } or nil
  end

  local function askUntilAnswered(purchase)
    local tries = 0
    while os.time() - purchase.at < GIVE_UP_AFTER_S do
      while not options.isConnected() do Citizen.Wait(ASK_AGAIN_MS[1]) end
      local isFine, result = pcall(ask, purchase)
      if isFine and result then return finish(purchase, result) end
      tries = math.min(tries + 1, #ASK_AGAIN_MS)
      Citizen.Wait(ASK_AGAIN_MS[tries])
    end
    options.log('[onerp] the site has not answered a purchase of ' .. purchase.player .. ' for a day')
    finish(purchase, { refused = 'unanswered' })
  end

  local function begin(purchase)
    purchase.waiting = purchase.waiting or {}
    last[purchase.player] = purchase
    Citizen.CreateThread(function() askUntilAnswered(purchase) end)
  end

  -- Repeats the purchases that a stop of the server left unanswered.
  local function resume()
    local keys = {}
    local handle = StartFindKvp('b:')
    if handle == -1 then return end
    local key = FindKvp(handle)
    while key do
      keys[#keys + 1] = key
      key = FindKvp(handle)
    end
    EndFindKvp(handle)
    for _, each in ipairs(keys) do begin(json.decode(GetResourceKvpString(each))) end
  end

  resume()
  return {
    -- Buys for a player. Calls `answered` with { order, coins }, where coins is the remaining balance, or with {
    -- refused }.
    buy = function(player, wanted, answered)
      local goods, count, coins = math.tointeger(wanted.goods), math.tointeger(wanted.count or 1), math.tointeger(wanted.coins)
      if not (goods and count and coins) then return answered({ refused = 'badRequest' }) end
      local known = last[player]
      if known and not known.result then
        if not isSame(known, goods, count, coins) then return answered({ refused = 'busy' }) end
        known.waiting[#known.waiting + 1] = answered
        return
      end
      local isSecondClick = known and isSame(known, goods, count, coins) and GetGameTimer() - known.answeredMs < SAME_CLICK_MS
      if isSecondClick then return answered(known.result) end
      local purchase = { key = OneRP.sign.randomId('purchase'), player = player, goods = goods, count = count, coins = coins, at = os.time() }
      OneRP.put('b:' .. purchase.key, json.encode(purchase))
      purchase.waiting = { answered }
      begin(purchase)
    end,
    -- Forgets the last purchase of a player who left, unless it still waits for an answer.
    leave = function(player)
      if last[player] and last[player].result then last[player] = nil end
    end,
  }
end
