-- Who plays whom. characterOf(source) names the character that a player plays; nil: none is loaded yet.
function OneRP.createCharacters(presence, characterOf)
  return {
    of = characterOf,
    -- The number of the player in the game if they play that character.
    sourceOf = function(delivery, character)
      local source = presence.sourceOf(delivery.player.player)
      return source and characterOf(source) == character and source or nil
    end,
    -- The character that a delivery was begun for, or is meant for.
    placeOf = function(delivery)
      if delivery.place or delivery.player.character then return delivery.place or delivery.player.character end
      local source = presence.sourceOf(delivery.player.player)
      return source and characterOf(source)
    end,
    -- Why nothing can be given now; or nil and the character.
    check = function(delivery)
      local source = presence.sourceOf(delivery.player.player)
      local character = source and characterOf(source)
      if not character then return { retry = 'offline' } end
      local wanted = delivery.player.character
      if wanted and wanted ~= character then return { retry = 'wrong_character' } end
      return nil, character
    end,
  }
end
