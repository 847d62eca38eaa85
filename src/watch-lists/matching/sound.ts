/** Spellings of one sound, in the order in which they are replaced. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  // `al-Din` at the end of a name: Nuruddeen, Nuradeen and Nuraldin.
  [/(?<=.{3})(?:al|ul|el|ud|ad|ed|id|[aeiou])d(?:ee|i|ei)ne?$/, 'udin'],
  [/^(?:ye|je|ie)(?=[a-z]{2})/, 'e'],
  [/^(?:iu|ju|yu|you)(?=[bcdfghjklmnpqrstvwxyz])/, 'yu'],
  [/shch|sch|tsh/g, 's'],
  [/dzh|dj|dz/g, 'j'],
  [/tch/g, 'ch'],
  [/ph/g, 'f'],
  [/kh|q|ck/g, 'k'],
  [/gh/g, 'g'],
  [/sh/g, 's'],
  [/zh/g, 'z'],
  [/th/g, 't'],
  [/dh/g, 'd'],
  [/bh/g, 'b'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/kwu/g, 'ku'],
  [/w/g, 'v'],
  [/(?:off|of|ow|ov)$/, 'ov'],
  [/(?:eff|ef|ew|ev|yov|yev|iev)$/, 'ev'],
  [/sk(?:iy|ii|ij|yi|yj|y|i|yy|iyy|aia|aya)$/, 'ski'],
  [/oo|ou/g, 'u'],
  [/ee/g, 'i'],
  [/(?:iy|ii|yy|ij|yi|ey|ei|ie|ej|ee|y)$/, 'i'],
  [/j(?=[^aeiou]|$)/g, 'i'],
  [/y/g, 'i'],
  [/o/g, 'u'],
  [/e/g, 'i'],
  [/h(?!$)(?<=[a-z]h)(?<!ch)/g, ''],
  [/(?<=[aeiou])h$/g, ''],
  [/(.)\1+/g, '$1'],
];

/** How a word sounds, without regard to the spelling; two words of one sound may be one name. */
export function soundOf(word: string): string {
  let sound = word;
  for (const [pattern, written] of SOUNDS) sound = sound.replace(pattern, written);
  return sound;
}

/** The consonants of a word's sound, with a sign for a vowel at its beginning. */
export function consonantsOf(sound: string): string {
  const bare = sound.replace(/[aiu]/g, '');
  return /^[aiu]/.test(sound) ? `^${bare}` : bare;
}

/** Pairs of letters that pens, keyboards and scanners confuse. */
const CONFUSABLE = new Set(
  'ck cq kq sz vw vf fw bp dt gk gq gj mn il iy ij jy ey sc uw ou ei ae ao rl nm hn uv gy kx o0 i1 l1 s5 b8 g9 z2 e3 a4 t7'
    .split(' ')
    .flatMap((pair) => [pair, `${pair[1]}${pair[0]}`]),
);

const isVowel = (letter: string): boolean => 'aeiou'.includes(letter);

function replaceCost(a: string, b: string): number {
  if (a === b) return 0;
  if (CONFUSABLE.has(a + b)) return 0.7;
  return isVowel(a) && isVowel(b) ? 0.7 : 1;
}

/** The cost of a letter too many: little where it only doubles its neighbour or is a silent h. */
function extraCost(letter: string, before: string | undefined, after: string | undefined): number {
  if (letter === before || letter === after) return 0.35;
  if (letter === 'h') return 0.5;
  return isVowel(letter) ? 0.75 : 1;
}

/** Two rows of costs before the present one, kept so that no comparison allocates. */
const ROWS = [0, 1, 2].map(() => new Float64Array(64));

/**
 * What it costs to turn one word into the other: 1 for each letter, less for what hands and ears confuse, 0.8 for two
 * letters that changed places. Infinity once it is above the most.
 */
export function editCost(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) * 0.35 > most || a.length > 60 || b.length > 60) return Infinity;
  let [earlier, previous, current] = ROWS as [Float64Array, Float64Array, Float64Array];
  previous[0] = 0;
  for (let j = 1; j <= b.length; j += 1) previous[j] = previous[j - 1]! + extraCost(b[j - 1]!, b[j - 2], b[j]);
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a[i - 1]!;
    const dropCost = extraCost(letter, a[i - 2], a[i]);
    current[0] = previous[0]! + dropCost;
    let least = current[0];
    for (let j = 1; j <= b.length; j += 1) {
      const other = b[j - 1]!;
      let cost = previous[j - 1]! + replaceCost(letter, other);
      cost = Math.min(cost, previous[j]! + dropCost, current[j - 1]! + extraCost(other, b[j - 2], b[j]));
      if (i > 1 && j > 1 && letter === b[j - 2] && other === a[i - 2] && letter !== other) {
        cost = Math.min(cost, earlier[j - 2]! + 0.8);
      }
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most + 0.8) return Infinity;
    [earlier, previous, current] = [previous, current, earlier];
  }
  const cost = previous[b.length]!;
  return cost > most ? Infinity : cost;
}
