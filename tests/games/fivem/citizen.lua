-- The functions that FXServer gives to a resource in Lua, as far as the adapter and the fakes of frameworks use them.
-- The natives that begin with `host_` come from citizen.ts.

-- Threads: a coroutine waits for a time or for a promise.
local now = 0
local threads = {}
Citizen, promise = {}, {}

local function resume(thread)
  local isFine, waits = coroutine.resume(thread.coroutine)
  if not isFine then host_print('SCRIPT ERROR: ' .. debug.traceback(thread.coroutine, tostring(waits))) end
  thread.awaited = type(waits) == 'table' and waits or nil
  thread.at = now + (type(waits) == 'number' and waits or 0)
end

function Citizen.CreateThread(run)
  threads[#threads + 1] = { coroutine = coroutine.create(run), at = now }
end
function Citizen.CreateThreadNow(run)
  Citizen.CreateThread(run)
  resume(threads[#threads])
end
function Citizen.Wait(ms) coroutine.yield(ms) end
function SetTimeout(ms, run)
  Citizen.CreateThread(function()
    Citizen.Wait(ms)
    run()
  end)
end
function promise.new()
  local self = { isSettled = false }
  function self:resolve(value)
    if not self.isSettled then self.isSettled, self.value = true, value end
  end
  function self:reject(problem)
    if not self.isSettled then self.isSettled, self.problem = true, problem end
  end
  return self
end
function Citizen.Await(awaited)
  if not awaited.isSettled then coroutine.yield(awaited) end
  if awaited.problem then error(awaited.problem) end
  return awaited.value
end

local function isDue(thread)
  return thread.awaited and thread.awaited.isSettled or not thread.awaited and thread.at <= now
end

-- One frame of the server. Returns when the next thread is due.
function host_tick(nowMs)
  now = nowMs
  local due = threads
  threads = {}
  for _, thread in ipairs(due) do
    if isDue(thread) then resume(thread) end
    if coroutine.status(thread.coroutine) ~= 'dead' then threads[#threads + 1] = thread end
  end
  local nextAt = math.huge
  for _, thread in ipairs(threads) do
    if not thread.awaited then nextAt = math.min(nextAt, thread.at)
    elseif thread.awaited.isSettled then nextAt = now end
  end
  return nextAt
end

function GetGameTimer() return now end
function print(...) host_print(table.concat({ ... }, ' ')) end

-- Events. Each handler runs in a thread of its own.
local handlers = {}
function AddEventHandler(name, handler)
  handlers[name] = handlers[name] or {}
  table.insert(handlers[name], handler)
end
function TriggerEvent(name, ...)
  for _, handler in ipairs(handlers[name] or {}) do
    local arguments = table.pack(...)
    local thread = { coroutine = coroutine.create(function() handler(table.unpack(arguments, 1, arguments.n)) end) }
    resume(thread)
    if coroutine.status(thread.coroutine) ~= 'dead' then threads[#threads + 1] = thread end
  end
end
-- Triggers an event as the server does for a player.
function host_trigger(name, from, text)
  source = from
  TriggerEvent(name, table.unpack(json.decode(text)))
end
function TriggerClientEvent(name, target, message)
  if name == 'chat:addMessage' then host_chat(target, message.args[2]) end
end

local commands = {}
function RegisterCommand(name, run) commands[name] = run end
function host_command(player, name, text)
  local arguments = {}
  for word in text:gmatch('%S+') do arguments[#arguments + 1] = word end
  commands[name](player, arguments)
end

-- Requests. citizen.ts answers by their number.
local requests = {}
function PerformHttpRequest(url, answered, method, data, headers)
  requests[#requests + 1] = answered
  host_http(#requests, url, method, data, json.encode(headers))
end
function host_answer(number, status, body)
  local answered = requests[number]
  requests[number] = false
  if not answered then return end
  if status >= 200 and status < 400 then return answered(status, body, {}) end
  -- of a failure FXServer passes no body and no headers; the body stands in the error
  local failure = status == 0 and ' - CURL error code 42 (Operation was aborted by an application callback)'
    or 'HTTP ' .. status .. ': ' .. (body or '')
  answered(status, nil, {}, failure)
end

function GetConvar(name, default) return host_convar(name) or default end
function GetConvarInt(name, default) return math.tointeger(tonumber((host_convar(name)))) or default end
function GetResourceState(name) return host_hasResource(name) and 'started' or 'missing' end
function GetPlayers() return json.decode(host_players()) end
function GetPlayerName(player) return (host_playerName(player)) end
local function identifiersOf(player) return json.decode(host_identifiers(player)) end
function GetNumPlayerIdentifiers(player) return #identifiersOf(player) end
function GetPlayerIdentifier(player, index) return identifiersOf(player)[index + 1] end
function GetPlayerIdentifierByType(player, kind)
  for _, id in ipairs(identifiersOf(player)) do
    if id:match('^' .. kind .. ':') then return id end
  end
end

SetResourceKvp, DeleteResourceKvp = host_setKvp, host_deleteKvp
function GetResourceKvpString(key) return (host_getKvp(key)) end
local finds = {}
function StartFindKvp(prefix)
  finds[#finds + 1] = json.decode(host_findKvp(prefix))
  return #finds
end
function FindKvp(handle) return table.remove(finds[handle], 1) end
function EndFindKvp(handle) finds[handle] = false end
os.time = host_time

-- Copies values that one resource passes to another, except functions.
local function copied(value)
  if type(value) ~= 'table' then return value end
  local copy = {}
  for key, each in pairs(value) do copy[key] = copied(each) end
  return copy
end
local function copiedAll(...)
  local values = table.pack(...)
  for index = 1, values.n do values[index] = copied(values[index]) end
  return table.unpack(values, 1, values.n)
end

local exported, environments = {}, {}
local caller

-- For fakes of frameworks.
function host_export(resource, name, run)
  exported[resource] = exported[resource] or {}
  exported[resource][name] = run
end

-- Runs the files of a resource in an environment of its own.
function host_run(resource, name, text)
  exported[resource] = exported[resource] or {}
  environments[resource] = environments[resource] or setmetatable({}, { __index = _G })
  local environment = environments[resource]
  environment.GetCurrentResourceName = function() return resource end
  environment.GetInvokingResource = function() return caller end
  environment.exports = setmetatable({}, {
    __call = function(_, export, run) exported[resource][export] = run end,
    __index = function(_, other)
      return setmetatable({}, {
        __index = function(_, export)
          return function(_, ...)
            local run = exported[other] and exported[other][export]
            if not run then error('no export ' .. export .. ' in ' .. other) end
            caller = resource
            return copiedAll(run(copiedAll(...)))
          end
        end,
      })
    end,
  })
  assert(load(text, '@' .. resource .. '/' .. name, 't', environment))()
end

-- The list of files in a manifest.
function host_manifest(text)
  local files = {}
  local environment = setmetatable({ server_scripts = function(list) files = list end }, {
    __index = function() return function() end end,
  })
  assert(load(text, '@fxmanifest.lua', 't', environment))()
  return json.encode(files)
end

-- oxmysql: an answer comes in a later frame.
exported.oxmysql = {
  query_async = function(text, values)
    local rows = host_sql(json.encode({ { query = text, values = values } }))
    Citizen.Wait(0)
    return json.decode(rows)
  end,
  update_async = function(text, values)
    local changed = host_sql(json.encode({ { query = text, values = values } }))
    Citizen.Wait(0)
    return json.decode(changed)
  end,
  transaction_async = function(statements)
    host_sql(json.encode(statements))
    Citizen.Wait(0)
    return true
  end,
}
