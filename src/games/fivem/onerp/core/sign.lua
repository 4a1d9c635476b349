local sha256 = OneRP.sha256

local ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

local function base64url(bytes)
  local characters = {}
  for at = 1, #bytes, 3 do
    local first, second, third = bytes:byte(at, at + 2)
    local bits = first << 16 | (second or 0) << 8 | (third or 0)
    local count = third and 4 or second and 3 or 2
    for index = 1, count do
      local sextet = bits >> (24 - 6 * index) & 63
      characters[#characters + 1] = ALPHABET:sub(sextet + 1, sextet + 1)
    end
  end
  return table.concat(characters)
end

-- Compares in constant time, so that the time does not reveal where two texts differ.
local function isSame(given, wanted)
  if #given ~= #wanted then return false end
  local difference = 0
  for at = 1, #wanted do
    difference = difference | (given:byte(at) ~ wanted:byte(at))
  end
  return difference == 0
end

-- Counts steps until the processor's clock moves. The number differs from start to start.
local function jitter()
  local startedAt, steps = os.clock(), 0
  repeat steps = steps + 1 until os.clock() ~= startedAt or steps == 1000000
  return steps
end

local ids = 0

OneRP.sign = {
  -- Signature of a request. The body is the text that is sent.
  request = function(secret, path, body)
    return sha256.hmac(secret, 'onerp1\n' .. path .. '\n' .. sha256.hash(body))
  end,
  -- Whether an answer comes from the site. The signature covers the request, so no answer fits another request. It is
  -- the only proof, because FXServer does not check certificates.
  isSigned = function(secret, instance, seq, answer)
    if type(answer.sign) ~= 'string' or type(answer.body) ~= 'string' then return false end
    local text = string.format('onerp1r\n%s\n%d\n%s', instance, seq, sha256.hash(answer.body))
    return isSame(answer.sign, sha256.hmac(secret, text))
  end,
  -- Returns 16 bytes in base64url that differ at every start: a digest of everything that varies. They need not be
  -- secret.
  randomId = function(salt)
    ids = ids + 1
    local parts = { salt, ids, os.time(), os.clock(), GetGameTimer(), math.random(0), tostring({}) }
    for _ = 1, 8 do
      parts[#parts + 1] = jitter()
    end
    return base64url(sha256.digest(table.concat(parts, '|')):sub(1, 16))
  end,
}
