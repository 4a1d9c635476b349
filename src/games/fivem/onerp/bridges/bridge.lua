OneRP.NO_FRAMEWORK = 'no framework runs that gives the codes of config.lua'

-- Joins the two sources of codes: a code that a resource has registered is given by that resource, every other code
-- by the framework. framework is nil when none runs. presence knows who is on the server.
function OneRP.createBridge(config, standalone, framework, presence)
  local isFact = {}
  for _, code in ipairs(framework and config.facts or {}) do isFact[code] = true end
  local goods = framework and config.codes or {}

  local function with(list, isWanted)
    for code, good in pairs(goods) do
      if isWanted(good) and not standalone.has(code) then list[#list + 1] = code end
    end
    return list
  end

  -- Returns the framework's book for a delivery and its good; nil when the framework does not give the code.
  local function bookOf(delivery)
    if standalone.has(delivery.code) or not framework then return nil end
    local good = goods[delivery.code]
    local isKnown = delivery.kind == 'set' and isFact[delivery.code] or delivery.kind ~= 'set' and good
    return isKnown and framework.bookOf(delivery, good), good
  end

  return {
    codes = function() return with(standalone.codes(), function() return true end) end,
    facts = function()
      local list = standalone.facts()
      for code in pairs(isFact) do list[#list + 1] = code end
      return list
    end,
    proves = function() return with(standalone.proves(), framework and framework.proves) end,
    check = function(delivery)
      local book, good = bookOf(delivery)
      if not book and not framework and config.codes[delivery.code] and not standalone.has(delivery.code) then
        -- it was started before its framework: what it cannot give yet must not go back or fail
        return { retry = 'busy', why = OneRP.NO_FRAMEWORK }
      end
      if not book then return standalone.check(delivery) end
      local obstacle, place = framework.characters.check(delivery)
      if obstacle then return obstacle end
      delivery.place = place
      return book.check(delivery, good), place
    end,
    apply = function(delivery)
      local book, good = bookOf(delivery)
      local result = (book or standalone).apply(delivery, good)
      if delivery.kind == 'set' and not result.obstacle then
        local source
        if book then source = framework.characters.sourceOf(delivery, delivery.place)
        else source = presence.sourceOf(delivery.player.player) end
        if source then TriggerEvent('onerp:fact', source, delivery.code, delivery.params) end
      end
      return result
    end,
    prove = function(delivery)
      local book = bookOf(delivery)
      return (book or standalone).prove(delivery)
    end,
  }
end
