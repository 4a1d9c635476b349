-- Finds the characters of players. characterOf(source) returns the character that a player plays; nil while none is
-- loaded.
function OneRP.createCharacters(presence, characterOf)
  return {
    of = characterOf,
    -- Returns the player's number in the game if they play that character.
    sourceOf = function(delivery, character)
      local source = presence.sourceOf(delivery.player.player)
      return source and characterOf(source) == character and source or nil
    end,
    -- Returns the character for which a delivery was begun, or for which it is meant.
    placeOf = function(delivery)
      if delivery.place or delivery.player.character then return delivery.place or delivery.player.character end
      local source = presence.sourceOf(delivery.player.player)
      return source and characterOf(source)
    end,
    -- Returns the obstacle if the delivery cannot be given now; otherwise nil and the character.
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
