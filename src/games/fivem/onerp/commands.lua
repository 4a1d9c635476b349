-- /onerp CODE ties the character of a player to their account on the site; /onerp lists what waits for them.

local texts = OneRP.config.texts
-- A player may ask this often.
local ASK_EVERY_MS = 3000
local askedAt = {}

local function textOf(problem)
  return texts[problem.code] or texts.unreachable
end

local function link(source, player, code)
  local answer, problem = OneRP.call('links', {
    code = code,
    player = player.player,
    ids = player.ids,
    character = player.character,
    name = player.name,
  })
  OneRP.tell(source, answer and texts.linked:format(answer.login) or textOf(problem))
end

local function list(source, player)
  local answer, problem = OneRP.call('waiting', { player = player.player })
  if not answer then return OneRP.tell(source, textOf(problem)) end
  if #answer.waiting == 0 then return OneRP.tell(source, texts.nothing) end
  for _, each in ipairs(answer.waiting) do
    OneRP.tell(source, texts.waits:format(each.title))
  end
end

RegisterCommand('onerp', function(source, arguments)
  local player = OneRP.playerOf(source)
  if not player or not OneRP.call then return end
  local now = GetGameTimer()
  if askedAt[source] and now - askedAt[source] < ASK_EVERY_MS then return OneRP.tell(source, texts.tooSoon) end
  askedAt[source] = now
  -- codes are shown in groups; letters may be typed small
  local code = table.concat(arguments):upper():gsub('[^0-9A-Z]', '')
  Citizen.CreateThread(function()
    if code == '' then list(source, player) else link(source, player, code) end
  end)
end, false)

AddEventHandler('playerDropped', function() askedAt[source] = nil end)
