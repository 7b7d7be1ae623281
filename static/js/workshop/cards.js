/** The workshop on a map of location cards: a hole is a cell, too. */

import { PlacesDesk } from './places.js';

class CardsDesk extends PlacesDesk {
  key = 'card';
}

export { CardsDesk as Desk };
