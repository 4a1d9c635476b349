local sign = OneRP.sign

-- After all deliveries are settled, entries are kept for this long, because the site may still ask about them.
local KEPT_S = 30 * 24 * 60 * 60

-- Writes a value, and returns when it is on the disk. FXServer says nothing of a write that failed, as on a full disk.
function OneRP.put(key, value)
  SetResourceKvp(key, value)
  if GetResourceKvpString(key) ~= value then error('the key-value store of the server cannot be written: is the disk full?') end
end
local put = OneRP.put

-- Opens the ledger: the key-value store of this resource, which FXServer writes to the disk before a write returns. After a
-- crash it says what was begun and what was done. A store without an id is a new ledger, to which the site sends nothing
-- until an operator has accepted it: FXServer empties a store that is damaged.
--
-- d:<no>   a step of a delivery: { state = 'started' | 'open' | 'done' | 'refused', at, … }; open: its handler says that
--          nothing was given
-- f:<fact> newest version of a fact that the game has
-- head     entries that were ever written
-- ledger   the id
function OneRP.openLedger()
  local id = GetResourceKvpString('ledger')
  if not id then
    id = sign.randomId('ledger')
    put('ledger', id)
  end
  local head = math.tointeger(tonumber(GetResourceKvpString('head') or '0')) or 0
  local settled = 0

  local function get(no)
    local text = GetResourceKvpString(string.format('d:%d', no))
    return text and json.decode(text)
  end

  local function isOver(key)
    local no = math.tointeger(tonumber(key:sub(3)))
    local entry = no and no <= settled and get(no)
    -- of what was begun twice the entry says which parcel opens
    local isNeeded = entry and entry.attempt and entry.isRepeated
    return entry and not isNeeded and os.time() - entry.at > KEPT_S
  end

  -- Returns the keys of the entries that nobody needs any more.
  local function overKeys()
    local keys = {}
    local handle = StartFindKvp('d:')
    if handle == -1 then return keys end
    local key = FindKvp(handle)
    while key do
      if isOver(key) then keys[#keys + 1] = key end
      key = FindKvp(handle)
    end
    EndFindKvp(handle)
    return keys
  end

  return {
    id = id,
    -- Number of entries that were ever written.
    head = function() return head end,
    -- Returns the entry of a delivery; nil when nothing was begun.
    get = get,
    -- Newest version of a fact that the game has.
    versionOf = function(fact)
      return math.tointeger(tonumber(GetResourceKvpString('f:' .. fact) or '0')) or 0
    end,
    -- Writes a step, and returns when it is on the disk. The head is written first, so after a crash it may be one
    -- too high but never too low.
    write = function(no, entry)
      entry.at = entry.at or os.time()
      put('head', tostring(head + 1))
      head = head + 1
      if entry.fact and entry.state == 'done' then put('f:' .. entry.fact, tostring(entry.version)) end
      put(string.format('d:%d', no), json.encode(entry))
    end,
    -- Whether a delivery is final on the site, even if its entry was deleted or lost.
    isSettled = function(no) return no <= settled end,
    -- Notes that all deliveries up to this number are final on the site.
    noteSettled = function(through) settled = through end,
    -- As noteSettled, and deletes old entries.
    settle = function(through)
      settled = through
      for _, key in ipairs(overKeys()) do
        DeleteResourceKvp(key)
      end
    end,
  }
end
