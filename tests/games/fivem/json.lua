-- The json of FXServer.

json = {}

local ESCAPES = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(character)
    return ESCAPES[character] or string.format('\\u%04x', character:byte())
  end) .. '"'
end

-- An empty table is a list, as in FXServer.
function json.encode(value)
  local kind = math.type(value) or type(value)
  if kind == 'string' then return quoted(value) end
  if kind == 'integer' then return string.format('%d', value) end
  if kind == 'float' then return string.format('%.17g', value) end
  if kind ~= 'table' then return tostring(value) end
  local parts = {}
  if #value > 0 or next(value) == nil then
    for _, each in ipairs(value) do parts[#parts + 1] = json.encode(each) end
    return '[' .. table.concat(parts, ',') .. ']'
  end
  for key, each in pairs(value) do parts[#parts + 1] = quoted(tostring(key)) .. ':' .. json.encode(each) end
  table.sort(parts)
  return '{' .. table.concat(parts, ',') .. '}'
end

local UNESCAPED = { b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }

function json.decode(text)
  local at = 1
  local value
  local function skip(pattern)
    local _, last = text:find('^' .. pattern, at)
    if not last then error('no JSON at ' .. at) end
    at = last + 1
  end
  local function string_()
    skip('"')
    local parts = {}
    while true do
      local plain, mark = text:match('^([^"\\]*)(["\\])', at)
      if not plain then error('no JSON at ' .. at) end
      parts[#parts + 1] = plain
      at = at + #plain + 1
      if mark == '"' then return table.concat(parts) end
      local escape = text:sub(at, at)
      at = at + 1
      if escape == 'u' then
        local code = tonumber(text:sub(at, at + 3), 16)
        at = at + 4
        if code >= 0xd800 and code < 0xdc00 then
          code = 0x10000 + (code - 0xd800) * 0x400 + tonumber(text:sub(at + 2, at + 5), 16) - 0xdc00
          at = at + 6
        end
        parts[#parts + 1] = utf8.char(code)
      else
        parts[#parts + 1] = UNESCAPED[escape] or escape
      end
    end
  end
  local function members(last, add)
    skip('.%s*')
    local result = {}
    while text:sub(at, at) ~= last do
      add(result)
      skip('%s*')
      if text:sub(at, at) ~= last then skip(',%s*') end
    end
    at = at + 1
    return result
  end
  local LITERALS = { ['true'] = true, ['false'] = false }
  function value()
    local first = text:sub(at, at)
    if first == '"' then return string_() end
    if first == '[' then return members(']', function(list) list[#list + 1] = value() end) end
    if first == '{' then
      return members('}', function(map)
        local key = string_()
        skip('%s*:%s*')
        map[key] = value()
      end)
    end
    local word = text:match('^[%w.+-]+', at)
    if not word then error('no JSON at ' .. at) end
    at = at + #word
    if LITERALS[word] ~= nil then return LITERALS[word] end
    if word == 'null' then return nil end
    return math.tointeger(tonumber(word)) or tonumber(word) or error('no JSON: ' .. word)
  end
  local result = value()
  if at <= #text then error('no JSON at ' .. at) end
  return result
end
