/** Legal forms; a company keeps its identity when its form is written otherwise or left out. */
export const COMPANY_FORMS: ReadonlySet<string> = new Set(
  (
    'ltd limited plc inc incorporated llc llp lp corp corporation co company cie ag gmbh kg kgaa ohg sa sas sarl spa srl sl ' +
    'nv bv cv oy ab as asa aps kft zrt rt doo dd ad ead ood oao ooo zao pao ao jsc ojsc cjsc pjsc pte pty bhd sdn ' +
    'fze fzco fzc llp gie gte rc bn est dmcc wll spc saog saoc kk yk zoo sp spolka ' +
    'aktiengesellschaft gesellschaft kabushiki kaisha limitada ltda lda eireli sociedad anonima societe anonyme ' +
    'obshchestvo otvetstvennostyu ogranichennoy publichnoe aktsionernoe aktsyonernoe zakrytoe otkrytoe'
  ).split(' '),
);

/** Legal forms and trades of several words, written as their short form before the words are compared. */
export const LEGAL_PHRASES: readonly (readonly [pattern: RegExp, form: string])[] = [
  [/\b(?:open |public |closed )?joint stock compan(?:y|ies)?\b/g, ' jsc '],
  [/\bjoint stock compan\b/g, ' jsc '],
  [/\b(?:public |private )?limited liability (?:company|partnership|co)\b/g, ' llc '],
  [/\bpublic limited company\b/g, ' plc '],
  [/\bprivate limited(?: company)?\b/g, ' ltd '],
  [/\bsocietatea cu raspundere limitata\b/g, ' srl '],
  [/\bobshche?stvo s ogranichenno[ij] otvetstvennost[ij]u\b/g, ' ooo '],
  [/\bsp z o ?o\b/g, ' spzoo '],
  [/\blimited by guarantee\b/g, ' gte '],
  // The number of a registration is no part of the name.
  [/\b(?:rc|bn)(?: no| number)? ?\d{3,}\b/g, ' '],
  [/\bbureaux? (?:de|d) changes?\b/g, ' bdc '],
  [/\bmicro ?finance banks?\b/g, ' mfb '],
  [/\bco ?op(?:erative)?s?\b/g, ' cooperative '],
  [/\bfree zone (?:company|establishment)\b/g, ' fze '],
];

/** Short forms of words of companies' names. */
const COMPANY_ABBREVIATIONS: Readonly<Record<string, string>> = {
  ent: 'enterprises',
  ents: 'enterprises',
  entr: 'enterprises',
  enterprise: 'enterprises',
  res: 'resources',
  resource: 'resources',
  intl: 'international',
  int: 'international',
  inter: 'international',
  internl: 'international',
  nig: 'nigeria',
  ng: 'nigeria',
  nigerian: 'nigeria',
  nigera: 'nigeria',
  bros: 'brothers',
  brother: 'brothers',
  mfg: 'manufacturing',
  manuf: 'manufacturing',
  manufacturers: 'manufacturing',
  tech: 'technology',
  technologies: 'technology',
  techn: 'technology',
  svc: 'services',
  svcs: 'services',
  service: 'services',
  serv: 'services',
  servs: 'services',
  eng: 'engineering',
  engr: 'engineering',
  engrg: 'engineering',
  ind: 'industries',
  inds: 'industries',
  indus: 'industries',
  industry: 'industries',
  invest: 'investment',
  inv: 'investment',
  invt: 'investment',
  investments: 'investment',
  grp: 'group',
  hldgs: 'holdings',
  hldg: 'holdings',
  holding: 'holdings',
  trdg: 'trading',
  trad: 'trading',
  traders: 'trading',
  trade: 'trading',
  gen: 'general',
  dev: 'development',
  devt: 'development',
  assoc: 'associates',
  associate: 'associates',
  constr: 'construction',
  const: 'construction',
  constructions: 'construction',
  comm: 'communications',
  comms: 'communications',
  communication: 'communications',
  elect: 'electrical',
  mgt: 'management',
  mgmt: 'management',
  pharm: 'pharmaceuticals',
  pharma: 'pharmaceuticals',
  pharmaceutical: 'pharmaceuticals',
  pet: 'petroleum',
  petrol: 'petroleum',
  transp: 'transport',
  trans: 'transport',
  logistic: 'logistics',
  venture: 'ventures',
  vent: 'ventures',
  vents: 'ventures',
  product: 'products',
  prod: 'products',
  natl: 'national',
  nat: 'national',
  govt: 'government',
  univ: 'university',
  dept: 'department',
  fdn: 'foundation',
  found: 'foundation',
  centre: 'center',
  first: '1',
  '1st': '1',
  second: '2',
  '2nd': '2',
  third: '3',
  '3rd': '3',
};

/** Words of countless companies' names; alone they name none. */
export const GENERIC_COMPANY_WORDS: ReadonlySet<string> = new Set(
  (
    'nigeria africa african global international world worldwide resources ventures enterprises services trading general ' +
    'group holdings investment industries industry multi merchants merchant concepts concept solutions associates partners ' +
    'projects integrated links link consult consulting consultants company businesses business stores store brothers sons ' +
    'europe asia overseas national the of for and in at by de la des del und y e systems management products agency ' +
    'technology bdc'
  ).split(' '),
);

/** Words that say nothing at all in a company's name. */
export const COMPANY_STOP_WORDS: ReadonlySet<string> = new Set(
  'the of for and in at by de la des del und y e da'.split(' '),
);

/** Kinds of ships, before a vessel's name. */
export const VESSEL_PREFIXES: ReadonlySet<string> = new Set(
  'mv mt mts ss ms my fv rv hms uss tb lpg lng mtv tanker vessel ship motor tug barge'.split(' '),
);

/** Whole numbers in words and Roman figures. */
const NUMBER_WORDS: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  ii: '2',
  iii: '3',
  iv: '4',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
};

// Maps, because every object of JavaScript answers to `constructor`, which is a word of companies' names.
const abbreviations = new Map(Object.entries(COMPANY_ABBREVIATIONS));
const numbers = new Map(Object.entries(NUMBER_WORDS));

/** The word in full where it is a short form of companies' names, the figure where it is a number, else the word. */
export const companyWordOf = (word: string): string => abbreviations.get(word) ?? numberWordOf(word);

/** The figure where the word is a number, else the word. */
export const numberWordOf = (word: string): string => numbers.get(word) ?? word;
