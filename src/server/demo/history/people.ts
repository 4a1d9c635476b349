import { LOCALES, type Locale } from '#/contract/kernel/locale.ts';
import { demoPlayer } from '../demoPlayer.ts';
import { createRandom } from './random.ts';

/** A made-up player. */
export interface Person {
  login: string;
  /** Address under example.org, whose mails reach nobody. */
  email: string;
  locale: Locale;
  /** Chooses the player's server, from 0 to below 1. */
  serverShare: number;
  address: string;
  browser: string;
}

const FIRST =
  'Adam Alex Alina Anton Arina Artem Boris Daria Dan Denis Diana Egor Elena Emil Eva Felix Fedor Gleb Hanna Igor Ilya Inga Irina Ivan Jack Kate Kira Kirill Lara Leo Liam Lina Lisa Marat Mark Maria Max Mila Mira Misha Nadia Nazar Nick Nika Nina Oksana Oleg Olga Oskar Pavel Petro Roma Ruslan Sam Sasha Sofia Stas Taras Timur Toma Vadim Vera Vika Viktor Vlad Yana Yuri Zara Zoya'.split(
    ' ',
  );
const LAST =
  'Adams Antonov Barlow Belov Berg Bondar Bright Bykov Carter Chernov Cole Cruz Danko Doyle Drozd Fisher Ford Frost Garin Gomez Gray Grom Hart Hawk Holub Hunt Kane Kato Kern Klimov Koval Kravets Kruger Lane Lebedev Lytvyn Marlow Martell Melnyk Morales Moroz Nash Nechay North Orlov Palmer Petrenko Pike Quinn Ramos Reed Rivera Romanov Rossi Savchuk Sharp Shaw Sokolov Stark Stone Stone Titov Torres Vale Vargas Volkov Voss Walker Weber West Winter Wolf York Zaytsev Zorin'.split(
    ' ',
  );
const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
];

/** The player of the demonstration, as a buyer of the history. */
export const demoPerson: Person = {
  login: demoPlayer.login,
  email: demoPlayer.email,
  locale: 'ru',
  serverShare: 0,
  address: '10.1.1.1',
  browser: BROWSERS[0]!,
};

/** Makes the players of a history, each with a login and an address of their own. */
export function makePeople(seed: number, count: number): Person[] {
  const random = createRandom(seed);
  const taken = new Set<string>();
  return Array.from({ length: count }, () => {
    const name = `${random.pick(FIRST)}_${random.pick(LAST)}`;
    let login = name;
    for (let number = 2; taken.has(login); number++) login = `${name}${number}`;
    taken.add(login);
    return {
      login,
      email: `${login.toLowerCase().replace('_', '.')}@players.example.org`,
      locale: random.chance(0.6) ? 'ru' : random.pick(LOCALES),
      serverShare: random.fraction(),
      address: `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
      browser: random.pick(BROWSERS),
    };
  });
}
