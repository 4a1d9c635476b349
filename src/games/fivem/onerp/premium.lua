-- The players' Premium as the site reports it. It is asked for when a player joins, because their link may have ended
-- since the last report.

-- Pause between two questions. A key may ask 100 times in 10 s, and after a restart all players join at once.
local ASK_EVERY_MS = 200
local CONNECTED_MS = 1000
-- Pause after a question that the site has not answered.
local ASK_AGAIN_MS = 5000

-- options.call  asks the site (wire.lua)
-- options.isConnected()  whether the site has been greeted
-- options.isHere(source)  whether a player is still there
function OneRP.createPremium(options)
  -- Values by the player's number, in the form of the fact: { ['until'] = '2026-12-24T…' }.
  local known = {}
  local queue, isAsking = {}, false

  -- Returns whether the site must be asked again.
  local function ask(source, player)
    if not options.isHere(source) then return false end
    local answer = options.call('player', { player = player })
    if not options.isHere(source) then return false end
    if not answer then return true end
    local untilMs = math.tointeger(answer.premiumUntil)
    local params = { ['until'] = untilMs and os.date('!%Y-%m-%dT%H:%M:%S.000Z', untilMs // 1000) }
    TriggerEvent('onerp:fact', source, 'premium', params)
    return false
  end

  AddEventHandler('onerp:fact', function(source, code, params)
    if source and code == 'premium' then known[source] = params end
  end)

  return {
    -- Asks for a player who joined, after those who joined before.
    join = function(source, player)
      queue[#queue + 1] = { source, player }
      if isAsking then return end
      isAsking = true
      Citizen.CreateThread(function()
        while #queue > 0 do
          while not options.isConnected() do Citizen.Wait(CONNECTED_MS) end
          local source, player = table.unpack(table.remove(queue, 1))
          local isFine, isUnanswered = pcall(ask, source, player)
          local isLeft = isFine and isUnanswered
          if isLeft then queue[#queue + 1] = { source, player } end
          Citizen.Wait(isLeft and ASK_AGAIN_MS or ASK_EVERY_MS)
        end
        isAsking = false
      end)
    end,
    leave = function(source) known[source] = nil end,
    -- Returns the Premium of a player; nil until the site has answered.
    of = function(source) return known[source] end,
  }
end
