/** A reproducible source of random numbers, because the demo's files must have the same bytes on each run. */
export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  /** True in the given share of the cases. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Returns `count` different members of the list, or all of them if it has fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** Makes a generator of random numbers by Mulberry32, which is small, well distributed, and exact in 32-bit integers on every machine. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const chosen = list[int(0, list.length - 1)];
    if (chosen === undefined) throw new RangeError('cannot pick from an empty list');
    return chosen;
  };
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const rest = [...list];
    const chosen: T[] = [];
    while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(int(0, rest.length - 1), 1));
    return chosen;
  };
  return { int, chance: (share) => next() < share, pick, sample };
}

/** Invented people. Their names have accents, apostrophes, hyphens, suffixes and quotes, as names in real statements do. */
const FIRST = (
  'Agnes Albert Alma Ana André Anthony Arlene Arthur Barbara Bernice Betty Beverly Carlos Carmen Carol Catherine ' +
  'Chen Clara Claude Clifford Concepción Curtis Dale Darnell Deborah Dolores Donald Doris Dorothy Earl Eduardo Edna ' +
  'Eileen Elaine Eleanor Emilio Ernest Esperanza Esther Eugene Evelyn Felicia Floyd Frances François Frank Gail ' +
  'Geraldine Gerald Gladys Gloria Grace Guadalupe Harold Harriet Hazel Héctor Helen Herbert Howard Inés Irene Irma ' +
  'Jacqueline James Jean Jerome Jesús Joan Joaquín Joe José Josephine Joyce Juanita Judith Julio Karen Kenneth Kim ' +
  'Larry Leon Leroy Lillian Linh Lois Lorraine Louis Lucille Luis Lupe Mabel Manuel Marcia Margaret Maria María Marie ' +
  'Marion Martin Marvin Mary Maxine Mei Melvin Mildred Milton Miriam Muriel Nancy Nguyet Norma Norman Olga Oscar ' +
  'Pamela Patricia Paul Pauline Peggy Phyllis Rafael Ralph Ramón Raymond Renée Robert Rosa Rosemary Roy Rubén Ruth ' +
  'Salvatore Samuel Sandra Sergio Sharon Shirley Siobhán Sofía Stanley Stella Sylvia Teresa Thelma Theodore Thomas ' +
  'Tuan Velma Vernon Victor Vincent Viola Virginia Vivian Walter Wanda Wayne Wilfredo Willie Yolanda Yvonne Zoë'
).split(' ');

const LAST = (
  'Abernathy Acevedo Adeyemi Alvarez Anderson Antonucci Baker Baptiste Barnes Becker Bell Bennett Björklund Blake ' +
  'Boudreaux Brennan Brooks Bryant Burgess Byrne Cabrera Calloway Campbell Carter Castañeda Chang Chaudhary Cho Chávez ' +
  'Clark Coleman Collins Contreras Cooper Cruz D’Amico D’Angelo Dang Davis DeLuca Delgado Díaz Dixon Donnelly Duarte ' +
  'Dubois Duffy Edwards Ellis Espinoza Estévez Evans Farrell Feldman Fernández Fischer Fitzgerald Flores Foster Fox ' +
  'Franklin Freeman Fuentes Gallagher García Gibson Goldberg Gómez González Graham Greco Greene Grimes Guerrero Gupta ' +
  'Gutiérrez Hansen Harris Hayes Henderson Hernández Hoang Hoffman Holloway Howard Hughes Ibarra Ingram Iyer Jackson ' +
  'Jacobs Jenkins Jiménez Johnson Jones Jordan Kaplan Katz Keller Kelly Khan Kim King Klein Kowalski Kumar Lambert ' +
  'Larsen Lee León Lewis Lin Lombardi López MacDonald Maldonado Marino Martin Martínez Mason McAllister McCarthy ' +
  'McGuire Medina Mehta Méndez Meyer Miller Montgomery Morales Moreno Morgan Murphy Myers Nakamura Navarro Nelson ' +
  'Nguyen Novak Núñez O’Brien O’Connor O’Neill Okafor Oliver Olsen Ortiz Osborne Owens Padilla Palmer Park Parker Patel ' +
  'Peña Pérez Perry Petrov Pham Phillips Pierre Porter Powell Quinn Ramírez Ramos Reed Reyes Reynolds Rivera Roberts ' +
  'Rodríguez Rogers Rojas Romano Rosen Ross Ruiz Russo Ryan Salazar Sanders Santiago Schmidt Schneider Schwartz Scott ' +
  'Serrano Shah Shapiro Silva Simmons Singh Smith Soto St.\u00a0John Stewart Suárez Sullivan Tanaka Taylor Thompson Torres ' +
  'Tran Turner Underwood Valdez Vargas Vásquez Vega Villanueva Vogel Wagner Walker Wallace Walsh Ward Washington ' +
  'Watkins Weber Weiss White Whitfield Williams Wilson Wong Wright Yang Young Zamora Zhang Zimmerman'
)
  .split(' ')
  .map((name) => name.replace('\u00a0', ' '));

interface PersonName {
  readonly first: string;
  readonly last: string;
}

export function personName(dice: Dice): PersonName {
  const first = dice.pick(FIRST);
  const last = dice.chance(0.03) ? `${dice.pick(LAST)}-${dice.pick(LAST)}` : dice.pick(LAST);
  if (dice.chance(0.015)) return { first, last: `${last}, ${dice.pick(['Jr.', 'Sr.', 'III'])}` };
  if (dice.chance(0.01)) return { first: `${first} "${first.slice(0, 3)}y"`, last };
  return { first, last };
}

/** Makes the name of a small employer, for carriers that insure groups. */
export function companyName(dice: Dice): string {
  const owner = dice.pick(LAST);
  const trade = dice.pick([
    'Dental Care',
    'Roofing',
    'Marine Supply',
    'Accounting',
    'Landscaping',
    'Bakery',
    'Auto Body',
  ]);
  return dice.chance(0.4) ? `${owner}, ${dice.pick(LAST)} & Co., LLC` : `${owner} ${trade}, Inc.`;
}
