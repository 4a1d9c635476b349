-- SHA-256 and HMAC in the integers of Lua 5.4, because FXServer has no hash function.

local K = {}
local INITIAL = {}

-- The constants are the first 32 bits of the fractions of roots of primes. Doubles are precise enough for them.
do
  local function fraction(x)
    return math.floor((x - math.floor(x)) * 0x100000000)
  end
  local candidate = 2
  while #K < 64 do
    local isPrime = true
    for divisor = 2, math.floor(math.sqrt(candidate)) do
      if candidate % divisor == 0 then isPrime = false end
    end
    if isPrime then
      K[#K + 1] = fraction(candidate ^ (1 / 3))
      if #INITIAL < 8 then INITIAL[#INITIAL + 1] = fraction(candidate ^ (1 / 2)) end
    end
    candidate = candidate + 1
  end
end

local function rotate(x, bits)
  return (x >> bits) | (x << (32 - bits)) & 0xffffffff
end

local function digest(text)
  local h0, h1, h2, h3, h4, h5, h6, h7 = table.unpack(INITIAL)
  local zeros = (55 - #text) % 64
  local padded = text .. '\128' .. string.rep('\0', zeros) .. string.pack('>I8', #text * 8)
  local w = {}
  for at = 1, #padded, 64 do
    for index = 1, 16 do
      w[index] = string.unpack('>I4', padded, at + index * 4 - 4)
    end
    for index = 17, 64 do
      local x, y = w[index - 15], w[index - 2]
      local s0 = rotate(x, 7) ~ rotate(x, 18) ~ (x >> 3)
      local s1 = rotate(y, 17) ~ rotate(y, 19) ~ (y >> 10)
      w[index] = (w[index - 16] + s0 + w[index - 7] + s1) & 0xffffffff
    end
    local a, b, c, d, e, f, g, h = h0, h1, h2, h3, h4, h5, h6, h7
    for index = 1, 64 do
      local s1 = rotate(e, 6) ~ rotate(e, 11) ~ rotate(e, 25)
      local choice = (e & f) ~ (~e & g)
      local first = h + s1 + choice + K[index] + w[index]
      local s0 = rotate(a, 2) ~ rotate(a, 13) ~ rotate(a, 22)
      local majority = (a & b) ~ (a & c) ~ (b & c)
      h, g, f, e = g, f, e, (d + first) & 0xffffffff
      d, c, b, a = c, b, a, (first + s0 + majority) & 0xffffffff
    end
    h0, h1, h2, h3 = (h0 + a) & 0xffffffff, (h1 + b) & 0xffffffff, (h2 + c) & 0xffffffff, (h3 + d) & 0xffffffff
    h4, h5, h6, h7 = (h4 + e) & 0xffffffff, (h5 + f) & 0xffffffff, (h6 + g) & 0xffffffff, (h7 + h) & 0xffffffff
  end
  return string.pack('>I4I4I4I4I4I4I4I4', h0, h1, h2, h3, h4, h5, h6, h7)
end

local function hex(bytes)
  return (bytes:gsub('.', function(byte)
    return string.format('%02x', byte:byte())
  end))
end

local function xorWith(key, value)
  return (key:gsub('.', function(byte)
    return string.char(byte:byte() ~ value)
  end))
end

OneRP.sha256 = {
  digest = digest,
  -- Returns hex.
  hash = function(text)
    return hex(digest(text))
  end,
  -- Returns hex. The key is a text.
  hmac = function(key, text)
    local whole = #key > 64 and digest(key) or key
    local block = whole .. string.rep('\0', 64 - #whole)
    return hex(digest(xorWith(block, 0x5c) .. digest(xorWith(block, 0x36) .. text)))
  end,
}
