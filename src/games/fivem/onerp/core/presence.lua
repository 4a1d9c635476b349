-- Most bytes of players in one request: a small request passes a bad line sooner.
local MOST_BYTES = 12000
local MOST_IDS = 10

-- Allowed code points of a name: letters, digits and signs of the players' scripts. A name in the game may hold any
-- bytes, but the site refuses control characters, unassigned characters and unpaired surrogates.
local KEPT = {
  { 0x20, 0x7e }, { 0xa0, 0xac }, { 0xae, 0x24f }, { 0x391, 0x3a1 }, { 0x3a3, 0x3e1 }, { 0x400, 0x52f },
  { 0x2010, 0x2027 }, { 0x2030, 0x205e }, { 0x3041, 0x3096 }, { 0x30a1, 0x30fa }, { 0x4e00, 0x9fef }, { 0xac00, 0xd7a3 },
}

local function isKept(code)
  for _, range in ipairs(KEPT) do
    if code >= range[1] and code <= range[2] then return true end
  end
  return false
end

-- Cleans a text for the site: every character that is not allowed becomes a space.
local function clean(text, most)
  local characters = {}
  local at = 1
  text = tostring(text)
  while at <= #text and #characters < most do
    local isWhole = utf8.len(text, at, at) ~= nil
    local code = isWhole and utf8.codepoint(text, at) or 0
    characters[#characters + 1] = isKept(code) and utf8.char(code) or ' '
    at = isWhole and utf8.offset(text, 2, at) or at + 1
  end
  return table.concat(characters)
end

-- Returns the first items of a list that fit into a request, and whether these are all.
local function fitting(list, mostBytes, most)
  local taken, bytes = {}, 0
  for _, item in ipairs(list) do
    bytes = bytes + #json.encode(item) + 1
    if #taken == most or (bytes > mostBytes and #taken > 0) then return taken, false end
    taken[#taken + 1] = item
  end
  return taken, true
end

-- The players on the server, and the changes that the site has not heard of.
local function createPresence()
  local players, sources = {}, {}
  -- Unreported changes: players by their names; false for players who left.
  local changes = {}
  local count = 0

  local function roster()
    local all = {}
    for _, player in pairs(players) do
      all[#all + 1] = player
    end
    table.sort(all, function(a, b) return a.player < b.player end)
    return all
  end

  return {
    join = function(player, source)
      if not players[player.player] then count = count + 1 end
      players[player.player] = player
      sources[player.player] = source
      changes[player.player] = player
    end,
    leave = function(name)
      if not players[name] then return end
      count = count - 1
      players[name], sources[name] = nil, nil
      changes[name] = false
    end,
    online = function() return count end,
    -- Returns the player's number in the game; nil when they are not there.
    sourceOf = function(name) return sources[name] end,
    get = function(name) return players[name] end,
    hasChanges = function() return next(changes) ~= nil end,
    -- Takes as many changes as fit into a poll. `putBack` restores them if the poll failed.
    takeChanges = function()
      local joined, left = {}, {}
      for name, player in pairs(changes) do
        if player then joined[#joined + 1] = player else left[#left + 1] = name end
      end
      local taken = { joined = fitting(joined, MOST_BYTES, 300), left = fitting(left, MOST_BYTES // 3, 300) }
      for _, player in ipairs(taken.joined) do changes[player.player] = nil end
      for _, name in ipairs(taken.left) do changes[name] = nil end
      return taken
    end,
    putBack = function(taken)
      for _, player in ipairs(taken.joined) do
        local now = players[player.player]
        if now and changes[player.player] == nil then changes[player.player] = now end
      end
      for _, name in ipairs(taken.left) do
        if not players[name] then changes[name] = false end
      end
    end,
    -- Returns the whole list in parts, at least one.
    roster = function()
      changes = {}
      local parts, rest = {}, roster()
      repeat
        local part = fitting(rest, 2 * MOST_BYTES, 300)
        parts[#parts + 1] = part
        rest = table.move(rest, #part + 1, #rest, 1, {})
      until #rest == 0
      return parts
    end,
  }
end

-- Returns the player's name for the site: the first of the chosen identifiers that the player has. The other
-- identifiers are sent too, but never the IP address.
local function identityOf(source, chosen)
  local player
  for _, kind in ipairs(chosen) do
    player = player or GetPlayerIdentifierByType(source, kind)
  end
  local ids = {}
  for index = 0, GetNumPlayerIdentifiers(source) - 1 do
    local id = GetPlayerIdentifier(source, index)
    local isSent = id and id ~= player and id:match('^[\33-\126]+$') and #id <= 100 and not id:match('^ip:')
    if isSent and #ids < MOST_IDS then ids[#ids + 1] = id end
  end
  return player, ids
end

OneRP.presence = { clean = clean, fitting = fitting, create = createPresence, identityOf = identityOf }
