-- /onerp CODE ties the player's character to their account on the site. /onerp lists the player's waiting deliveries.
-- /onerp here has them handed over to the character that the player plays now.

local texts = OneRP.texts
-- Interval between two commands of a player.
local ASK_EVERY_MS = 3000
local askedAt = {}

local function say(source, text)
  if source == 0 then return print('[onerp] ' .. text) end
  TriggerClientEvent('chat:addMessage', source, { args = { 'ONE RP', text } })
end

local function link(source, player, code)
  local answer, problem = OneRP.call('links', {
    code = code,
    player = player.player,
    ids = player.ids,
    character = player.character,
    name = player.name,
  })
  say(source, answer and texts.linked:format(answer.login) or texts[problem.code] or texts.unreachable)
end

-- Returns the waiting deliveries of a player; nil after the player was told why there is no list.
local function waitingOf(source, player)
  local answer, problem = OneRP.call('waiting', { player = player.player })
  if not answer then return say(source, texts[problem.code] or texts.unreachable) end
  if type(answer.login) ~= 'string' then return say(source, texts.unlinked) end
  if #answer.deliveries == 0 then return say(source, texts.nothing) end
  return answer.deliveries
end

local function list(source, player)
  for _, each in ipairs(waitingOf(source, player) or {}) do
    local state = type(each.heldUntil) == 'number' and 'held' or each.state
    local title = type(each.title) == 'string' and each.title or each.code
    say(source, texts.waits:format(title, texts.states[state] or texts.states.other))
  end
end

local function takeHere(source, player)
  local numbers = {}
  for _, each in ipairs(waitingOf(source, player) or {}) do
    if each.state == 'waiting' and #numbers < 100 then numbers[#numbers + 1] = each.no end
  end
  if #numbers == 0 then return end
  local fields = { player = player.player, character = player.character, nos = numbers }
  local answer, problem = OneRP.call('take', fields)
  say(source, answer and texts.taken:format(#answer.taken) or texts[problem.code] or texts.unreachable)
end

RegisterCommand('onerp', function(source, arguments)
  if source == 0 then return say(source, 'players type this command') end
  local player = OneRP.playerOf(source)
  if not player then return say(source, texts.notPlaying) end
  if not OneRP.call then return say(source, texts.unreachable) end
  local now = GetGameTimer()
  if askedAt[source] and now - askedAt[source] < ASK_EVERY_MS then return say(source, texts.tooSoon) end
  askedAt[source] = now
  -- the site shows codes in groups, and players may type lower case
  local code = table.concat(arguments):upper():gsub('[^0-9A-Z]', '')
  Citizen.CreateThread(function()
    if code == '' then list(source, player)
    elseif code == 'HERE' then takeHere(source, player)
    else link(source, player, code) end
  end)
end, false)

AddEventHandler('playerDropped', function() askedAt[source] = nil end)

OneRP.tell = say
