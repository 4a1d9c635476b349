-- Starts the adapter when FXServer starts this resource.

local config = OneRP.config
local RESOURCES = { qb = 'qb-core', esx = 'es_extended', ox = 'ox_core' }

local function log(line) print(line) end

-- Qbox answers to the name of qb-core, but keeps money and items in another way.
local isQbox = GetResourceState('qbx_core') == 'started'

local function bridgeName()
  if config.bridge ~= 'auto' then return config.bridge end
  if isQbox then return 'standalone' end
  for name, resource in pairs(RESOURCES) do
    if GetResourceState(resource) == 'started' then return name end
  end
  return 'standalone'
end

for code, good in pairs(config.codes) do good.code = code end
local presence = OneRP.presence.create()
local adapter

-- Opens the parcel that a player uses.
local framework
local function onOpen(source, item)
  local text = framework.parcels.open(source, item, function(code) return config.codes[code] end)
  OneRP.tell(source, OneRP.texts[text])
end

local standalone = OneRP.bridges.standalone({
  presence = presence,
  log = log,
  onChange = function() if adapter then adapter.greet() end end,
})
local name = bridgeName()
framework = name ~= 'standalone' and OneRP.bridges[name]({
  presence = presence,
  goodOf = function(code) return config.codes[code] end,
  ledger = function() return adapter.ledger end,
  onOpen = onOpen,
}) or nil

-- Names of the players in the game, by their number there.
local names = {}

local premium = OneRP.createPremium({
  call = function(...) return adapter.call(...) end,
  isConnected = function() return adapter and adapter.isConnected() end,
  isHere = function(source) return names[source] ~= nil end,
})

local purchases

local function leave(source)
  source = tonumber(source)
  local player = names[source]
  names[source] = nil
  premium.leave(source)
  if not player then return end
  -- whoever connects again after a lost connection is here twice until the old one ends
  for other, name in pairs(names) do
    if name == player then return presence.join(presence.get(player), other) end
  end
  presence.leave(player)
  if purchases then purchases.leave(player) end
end

local function join(source, player, ids, character)
  if names[source] and names[source] ~= player then leave(source) end
  if not player then return log('[onerp] player ' .. source .. ' has none of the identifiers of config.lua') end
  -- the site refuses a whole list in which one name is another
  if #player > 100 or not player:match('^[\33-\126]+$') then
    return log('[onerp] nothing is handed over to "' .. player .. '": the site takes Latin letters, digits and signs without spaces')
  end
  names[source] = player
  presence.join({
    player = player,
    ids = ids,
    character = character and OneRP.presence.clean(character, 60),
    name = OneRP.presence.clean(GetPlayerName(source) or '', 60),
  }, source)
  premium.join(source, player)
end

-- Signed-in players as { login, character }, for games whose accounts are the site's logins.
local signedIn = {}

-- Reports a player as present once they play a character and, if required, have signed in.
local function look(source)
  source = tonumber(source)
  local character = framework and framework.characters.of(source)
  if framework and not character then return end
  if config.identity == 'link' then
    local player, ids = OneRP.presence.identityOf(source, config.identifiers)
    return join(source, player, ids, character)
  end
  local account = signedIn[source]
  if account then join(source, account.login, nil, character or account.character) end
end

-- Returns the identity of a player who is present; nil when they are not.
function OneRP.playerOf(source)
  return names[source] and presence.get(names[source])
end

if framework then framework.watch(look, leave)
else AddEventHandler('playerJoining', function() look(source) end) end
AddEventHandler('playerDropped', function()
  signedIn[source] = nil
  leave(source)
end)

-- For game modes whose accounts are the site's logins.
exports('joined', function(source, login, character)
  signedIn[tonumber(source)] = { login = tostring(login), character = character }
  look(source)
end)
exports('left', function(source)
  signedIn[tonumber(source)] = nil
  leave(source)
end)
exports('on', function(code, handlers) standalone.on(code, handlers, GetInvokingResource()) end)
-- Returns the known value of a fact, for example { ['until'] = '…' } for 'premium'; nil when unknown.
exports('fact', function(source, code)
  local told = code == 'premium' and premium.of(source)
  return told or (framework and framework.factOf(source, code)) or nil
end)

-- Buys a good of the site for a player, with the coins that they allow the game to spend.
exports('buy', function(source, wanted, answered)
  local player = names[tonumber(source)]
  local tell = answered or function() end
  if not player or not purchases then return tell({ refused = 'notHere' }) end
  purchases.buy(player, wanted, tell)
end)

AddEventHandler('onResourceStop', function(resource)
  if resource == GetCurrentResourceName() then
    if adapter then adapter.stop() end
  else
    standalone.dropOwner(resource)
  end
end)

local url, key, secret = GetConvar('onerp_url', ''), GetConvar('onerp_key', ''), GetConvar('onerp_secret', '')
if url == '' or key == '' or secret == '' then
  log('[onerp] set onerp_url, onerp_key and onerp_secret in server.cfg, before ensure onerp')
  return
end
log('[onerp] bridge ' .. name)
if not framework and next(config.codes) then
  local advice = isQbox and 'with qbx_core, a resource of yours gives them (README.md)'
    or 'write ensure onerp after qb-core, es_extended or ox_core, and start the server again'
  log('[onerp] ' .. OneRP.NO_FRAMEWORK .. ': ' .. advice)
end
adapter = OneRP.startAdapter({
  url = url,
  key = key,
  secret = secret,
  presence = presence,
  bridge = OneRP.createBridge(config, standalone, framework, presence),
  game = OneRP.presence.clean(GetConvar('version', 'FXServer'), 60),
  host = OneRP.presence.clean(GetConvar('sv_hostname', 'FXServer'), 60),
  identity = config.identity,
  slots = config.slots,
  log = log,
})
OneRP.call = adapter.call
purchases = OneRP.createPurchases({
  call = adapter.call,
  isConnected = adapter.isConnected,
  take = adapter.take,
  log = log,
})

-- reports players who joined before this resource started
for _, source in ipairs(GetPlayers()) do
  look(source)
end
