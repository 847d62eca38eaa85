// `node test/data/names/generate.mjs` writes `by-rule.txt`: labelled pairs made by rules from names and errors that are
// kept here, apart from the tables of the matcher. The same seed gives the same file.
import { writeFileSync } from 'node:fs';

const SEED = 20_261_124;
let state = SEED;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const below = (n) => Math.floor(random() * n);
const pick = (list) => list[below(list.length)];
const words = (text) => text.trim().split(/\s+/);
const others = (list, not) => {
  let found = pick(list);
  while (not.includes(found)) found = pick(list);
  return found;
};

/** Given names of men and women and family names, by region. */
const REGIONS = {
  hausa: {
    country: 'NG',
    male: words(
      'Musa Ibrahim Yusuf Umar Aminu Kabiru Bashir Sadiq Nuhu Idris Lawal Gambo Tukur Bature Sabo Audu Maigari Shuaibu Labaran Balarabe Habu Inuwa Hamisu Rufai Tasiu Bilyaminu Abdulmumin Jamilu Zaharaddeen Nafiu Mansur Surajo Ashiru Gali Bukar Modu Kachalla Abba Kyari',
    ),
    female: words(
      'Fatima Aisha Hauwa Zainab Hadiza Maryam Halima Rabi Asabe Talatu Hajara Saratu Sadiya Nafisa Ramatu Rakiya Bilkisu Hafsat Jummai Laraba Murja Balaraba Zulaihat Hassana',
    ),
    family: words(
      'Bello Dantata Gwarzo Dogonyaro Maitama Gusau Zungeru Katsina Bichi Wudil Ringim Danbatta Malumfashi Funtua Jega Argungu Kontagora Bida Lapai Gaya Sumaila Rano Tudun Wada Kiyawa Gumel Hadejia Nguru Potiskum Biu Askira Mubi Yola Numan Jalingo',
    ),
  },
  yoruba: {
    country: 'NG',
    male: words(
      'Oluwaseun Adebayo Babatunde Olumide Ayodeji Gbenga Kolawole Rotimi Olusegun Adekunle Olawale Folorunsho Akinwumi Babajide Olanrewaju Adetokunbo Oluwadamilare Ifedayo Olaoluwa Tokunbo Morakinyo Adewunmi Olorunfemi Ademola Bamidele Durojaiye Segilola Oyetunde Abayomi Fisayo',
    ),
    female: words(
      'Folashade Temitope Yetunde Omolara Abimbola Titilayo Morenike Oluwabunmi Adenike Olufunke Iyabode Bolanle Modupeola Omowunmi Olabisi Ronke Aduke Ayinke Abeni Adunni Ibironke Mojisola Simisola Oyinkansola',
    ),
    family: words(
      'Adeyemi Ogunbanjo Akinfenwa Oyelowo Fagbenle Adegbite Olajumoke Ogunsanya Oguntoyinbo Adewuyi Fasanya Odukoya Olatunbosun Akingbade Ayandele Okunowo Sowande Oduwole Ogunnaike Adesokan Popoola Sodipo Awofeso Olukoya Afolayan Babalola Osundare Osinowo Olaniran Shodeinde Kukoyi Oyinlola Aregbesola Makinde Fayose',
    ),
  },
  igbo: {
    country: 'NG',
    male: words(
      'Chukwuemeka Obinna Ikechukwu Nnamdi Ifeanyi Kenechukwu Uchenna Chidiebere Okechukwu Onyekachi Ugochukwu Nnaemeka Ebubechukwu Chigozie Kelechukwu Izuchukwu Maduabuchi Chimezie Somadina Obumneme Lotanna Akachukwu Munachimso Olisa Ejike Nwabueze Azubuike Ogbonna Uzochukwu Chibuzor',
    ),
    female: words(
      'Ngozi Chioma Ifeoma Adaeze Nkechi Amarachi Chinonso Oluchi Uzoamaka Nwakaego Chikaodili Ogechi Ijeoma Nneoma Obiageli Ugonna Chizoba Akuoma Nwanneka Kosisochukwu Ozioma Anuli Ebele',
    ),
    family: words(
      'Okonkwo Nwosu Eze Okafor Nwankwo Uzodinma Anyaoku Ezekwesili Achebe Adichie Emecheta Iweala Okigbo Ekwueme Mbadiwe Onwuachi Ohanaeze Nwabueze Okwuosa Ezeigbo Iloabuchi Umeadi Nzeribe Onyejekwe Obiechina Anozie Duruoha Ikpeazu Orji Kalu Ihejirika Agwuegbo Nwachinemere Egbuonu',
    ),
  },
  delta: {
    country: 'NG',
    male: words(
      'Osaretin Eghosa Efemena Oghenekaro Tarimobowei Ebiere Preye Tonye Dagogo Soboma Ibinabo Iniobong Ubong Aniekan Effiong Okon Nsikak Ekpo Terhemba Aondofa Iorfa Tersoo Ochefu Ameh Otene Enejo Ojonugwa',
    ),
    female: words(
      'Isoken Itohan Osarugue Ejiroghene Onome Ufuoma Timipre Ebiakpo Boma Alaye Idara Ekaette Mfonobong Nsemeke Emem Mwuese Nguseer Doosuur Enechojo Ojoma',
    ),
    family: words(
      'Igbinovia Osemwengie Aghedo Okpebholo Onosode Okumagba Ekpemupolo Briggs Jumbo Amachree Horsfall Dokubo Wokoma Akpabio Udoma Attah Ekanem Nsima Akume Tsav Gemade Akaahar Abah Audu Onoja Idachaba Itodo Omale',
    ),
  },
  english: {
    country: 'GB',
    male: words(
      'Edmund Reginald Clifford Barnaby Jasper Leopold Nigel Gareth Trevor Malcolm Desmond Alistair Hector Rupert Winston Cedric Percival Douglas Norman Stuart',
    ),
    female: words(
      'Harriet Penelope Imogen Beatrix Rosalind Gwendolyn Matilda Millicent Felicity Cordelia Winifred Philippa Henrietta Octavia',
    ),
    family: words(
      'Ashworth Pemberton Blackwood Hargreaves Whitaker Fairfax Lockhart Thornbury Wetherby Cavendish Holloway Kingsbury Radcliffe Sutherland Abercrombie Featherstone Winchester Montgomery',
    ),
  },
  arabic: {
    country: 'SY',
    male: words(
      'Khalid Tariq Mahmoud Yassin Haytham Ghassan Bassam Ihsan Qutaiba Muthanna Nizar Zuhair Fawzi Shadi Raed Ziyad Mundhir Suhail Jihad Anas Luay Mudar Qais Hatim Nawaf Mishal Turki',
    ),
    female: words('Noura Rana Suha Layla Ghada Hanan Rima Najwa Souad Wafa Nadia Huda Abeer'),
    family: words(
      'Al-Khatib Al-Masri Al-Tikriti Hamdani Shammari Dulaimi Al-Jaziri Qahtani Otaibi Ghamdi Makhlouf Shawkat Khoury Haddad Sabbagh Barghouti Al-Hashimi Nuristani Haqqani Ghazali Shahristani Al-Douri Kubaysi Zarqawi Tunisi Mauritani',
    ),
  },
  russian: {
    country: 'RU',
    male: words(
      'Sergey Dmitry Yevgeny Alexey Vyacheslav Konstantin Vasily Grigory Arseniy Timur Rustam Zakhar Gleb Yaroslav Valentin Leonid Stanislav Vadim Kirill Fyodor',
    ),
    female: words('Yekaterina Tatyana Lyubov Zinaida Valentina Anastasia Lyudmila Kseniya Yulia Nadezhda'),
    family: words(
      'Prigozhin Shoygu Timchenko Kovalchuk Shamalov Patrushev Bortnikov Naryshkin Kiriyenko Volodin Matviyenko Chemezov Sechin Usmanov Deripaska Vekselberg Malofeyev Zolotov Bastrykin Khudaverdyan Shchegolev Zhirinovsky Tereshchenko Khloponin',
    ),
  },
  chinese: {
    country: 'CN',
    male: words(
      'Weiguo Jianhua Xiaoming Guoqiang Zhiyuan Haoran Wenbo Yongjun Zemin Jintao Xuesen Guangming Dongsheng Jiaqi Peiyuan',
    ),
    female: words('Xiuying Meiling Lihua Yanping Qingyun Shuzhen Ruolan Huifang'),
    family: words('Zhang Huang Ouyang Sima Zhuge Shangguan Qiu Fang Bai Meng Xiong Qin Jia Zou Shi Yin Kong'),
  },
  spanish: {
    country: 'CO',
    male: words('Rodolfo Gilberto Evaristo Heriberto Ismael Servando Amado Dario Nemesio Ovidio Wilber Dairo Fabio'),
    female: words('Griselda Sandra Digna Yolanda Consuelo Rosalba Enedina'),
    family: words(
      'Orejuela Ochoa Henao Zambada Esparragoza Beltran Arellano Carrillo Cardenas Oseguera Usuga Montoya Restrepo Londono Cifuentes Villarreal Quintero Gallardo',
    ),
  },
};

const TITLES = words(
  'Alhaji Mallam Chief Dr. Engr. Barr. Prof. Hon. Otunba Pastor Rev. Sir Capt. Sen. Arc. Mr. Evangelist Comrade',
);
const WOMENS_TITLES = words('Hajiya Alhaja Mrs. Miss Dr. Chief(Mrs.) Barr. Princess Deaconess Lolo');
const SUFFIXES = ['(Rtd)', 'OON', 'SAN', 'Esq.', 'Jnr', 'MFR', 'PhD', 'FCA'];

const KEYS = {
  a: 'sqz',
  b: 'vgn',
  c: 'xdv',
  d: 'sfe',
  e: 'wrd',
  f: 'dgr',
  g: 'fht',
  h: 'gjy',
  i: 'uok',
  j: 'hku',
  k: 'jli',
  l: 'kop',
  m: 'nj',
  n: 'bmh',
  o: 'ipl',
  p: 'ol',
  q: 'wa',
  r: 'etf',
  s: 'adw',
  t: 'ryg',
  u: 'yij',
  v: 'cbf',
  w: 'qes',
  x: 'zcs',
  y: 'tuh',
  z: 'xsa',
};

/** One error of a hand in a word, not at its first letter. */
function typo(word) {
  const at = 1 + below(word.length - 2);
  const letter = word[at].toLowerCase();
  switch (below(5)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    case 2:
      return word.slice(0, at) + pick([...(KEYS[letter] ?? 'e')]) + word.slice(at + 1);
    case 3:
      return word.slice(0, at) + word[at] + word.slice(at);
    default:
      return word.slice(0, at) + pick([...(KEYS[letter] ?? 'e')]) + word.slice(at);
  }
}

/** Ways to write a sound; applied where they fit. */
const SPELLINGS = [
  [/kh/i, 'h'],
  [/kh/i, 'k'],
  [/q/i, 'k'],
  [/k(?=[aou])/, 'q'],
  [/ph/i, 'f'],
  [/ee/, 'i'],
  [/oo/, 'u'],
  [/ou/, 'u'],
  [/u(?=[a-z])/, 'ou'],
  [/y(?=[aeiou])/, 'i'],
  [/iy$/, 'y'],
  [/y$/, 'iy'],
  [/y$/, 'i'],
  [/ey$/, 'ei'],
  [/sh/, 'ch'],
  [/sh/, 's'],
  [/s(?=[aou])/, 'sh'],
  [/j/i, 'dj'],
  [/z/i, 's'],
  [/kw/, 'k'],
  [/w(?=[aeiou])/, 'u'],
  [/dh/, 'd'],
  [/gh/, 'g'],
  [/th/, 't'],
  [/ov$/, 'off'],
  [/ch/, 'tch'],
  [/v/, 'w'],
  [/x/i, 'ks'],
  [/ae/, 'e'],
  [/i(?=[a-z])/, 'ee'],
  [/a(?=[a-z])/, 'aa'],
  [/([lmnrst])(?!\1)(?=[aeiou])/, '$1$1'],
  [/([a-z])\1/, '$1'],
  [/h(?=[aeiou])/, ''],
  [/e/, 'i'],
  [/o/, 'u'],
];

function respell(word) {
  const fitting = SPELLINGS.filter(([pattern]) => pattern.test(word.slice(1)));
  if (fitting.length === 0) return typo(word);
  const [pattern, written] = pick(fitting);
  return word[0] + word.slice(1).replace(pattern, written);
}

const MARKS = ['\u0301', '\u0300', '\u0323', '\u0304', '\u0302'];
const mark = (name) =>
  [...name]
    .map((c) => (/[aeosn]/.test(c) && random() < 0.4 ? c + pick(MARKS) : c))
    .join('')
    .normalize('NFC');

function shuffle(list) {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [copy[i], copy[j]] = [copy[j], copy[i]];
  }
  return copy;
}

const longest = (parts) => parts.reduce((best, part, at) => (part.length > parts[best].length ? at : best), 0);
const change = (parts, at, how) => parts.map((part, place) => (place === at ? how(part) : part));
const longPlace = (parts) => pick(parts.flatMap((part, at) => (part.length >= 5 ? [at] : [])));

/** What happens to the name of one person between two records. */
const RULES = {
  order: (parts) => shuffle(parts),
  'surname first': (parts) => [`${parts.at(-1).toUpperCase()},`, ...parts.slice(0, -1)],
  'middle missing': (parts) => (parts.length > 2 ? [parts[0], ...parts.slice(2)] : parts),
  'middle initial': (parts) => (parts.length > 2 ? [parts[0], `${parts[1][0]}.`, ...parts.slice(2)] : shuffle(parts)),
  initials: (parts) => [...parts.slice(0, -1).map((part) => `${part[0]}.`), parts.at(-1)],
  title: (parts, { female }) => [pick(female ? WOMENS_TITLES : TITLES), ...parts],
  suffix: (parts) => [...parts, pick(SUFFIXES)],
  marks: (parts) => parts.map(mark),
  upper: (parts) => parts.map((part) => part.toUpperCase()),
  joined: (parts) => [parts[0] + parts[1].toLowerCase(), ...parts.slice(2)],
  hyphen: (parts) => [`${parts[0]}-${parts[1]}`, ...parts.slice(2)],
  split: (parts) =>
    change(parts, longest(parts), (part) => (part.length < 7 ? part : `${part.slice(0, 4)} ${part.slice(4)}`)),
  typo: (parts) => change(parts, longPlace(parts) ?? 0, typo),
  spelling: (parts) => change(parts, below(parts.length), respell),
  spellings: (parts) => parts.map((part) => (part.length > 4 ? respell(part) : part)),
  scanner: (parts) => parts.map((part) => part.replace(/(?<=.)o/, '0').replace(/(?<=.)l/, '1')),
};

function person() {
  const region = REGIONS[pick(Object.keys(REGIONS))];
  const female = random() < 0.35;
  const given = female ? region.female : region.male;
  const first = pick(given);
  const parts = [first];
  if (random() < 0.6)
    parts.push(others(region === REGIONS.hausa || region === REGIONS.arabic ? region.male : given, [first]));
  parts.push(others(region.family, parts));
  return { parts, female, country: region.country, region, given };
}

const date = () =>
  `${1940 + below(65)}-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`;

const lines = [];
const add = (type, same, a, b, factsA = {}, factsB = {}, rule = '') => {
  const facts = (given) => (Object.keys(given).length > 0 ? JSON.stringify(given) : '');
  lines.push([type, same ? 1 : 0, a, b, facts(factsA), facts(factsB), rule].join('|'));
};
const name = (parts) => parts.join(' ');

function factsOfOne({ country, female }) {
  const birthDate = date();
  switch (below(5)) {
    case 0:
      return [{ birthDate }, { birthDate }];
    case 1:
      return [{ birthDate }, { birthDate: birthDate.slice(0, 4) }];
    case 2:
      return [
        { country, gender: female ? 'F' : 'M' },
        { country, gender: female ? 'female' : 'male' },
      ];
    default:
      return [{}, {}];
  }
}

for (const rule of Object.keys(RULES)) {
  for (let n = 0; n < 52; n += 1) {
    const one = person();
    let parts = RULES[rule](one.parts, one);
    const second = pick(['order', 'marks', 'upper', 'title', 'none', 'none', 'none']);
    if (second !== 'none' && second !== rule && rule !== 'surname first') parts = RULES[second](parts, one);
    add('person', true, name(one.parts), name(parts), ...factsOfOne(one), rule);
  }
}

/** Real names that look alike and are not one. */
const NEIGHBOURS = [
  'Adeola Adesola',
  'Adebola Adewola',
  'Olayemi Olayinka',
  'Ibrahim Ibrahima',
  'Chidinma Chidima',
  'Nneka Nnenna',
  'Ifeoma Ijeoma',
  'Kelechi Kenechi',
  'Bala Bola',
  'Sule Sale',
  'Ayo Ayu',
  'Hassan Hassana',
  'Kabiru Kabira',
  'Sadiq Sadiya',
  'Rashid Rashida',
  'Yinka Yemi',
  'Folake Fola',
  'Tolu Tola',
  'Emeka Ebuka',
  'Uche Uju',
  'Martin Martina',
  'Paul Paula',
  'Carl Carla',
  'Andrea Andrew',
  'Aminu Amina',
  'Jamil Jamila',
  'Taiwo Kehinde',
  'Hassan Hussaini',
  'Damilola Damilare',
  'Ayodele Ayodeji',
  'Olamide Olumide',
  'Sanusi Sani',
  'Tunde Tunji',
  'Amarachi Amaka',
  'Temitayo Temitope',
  'Ivan Ivanka',
  'Dmitry Demid',
  'Gleb Oleg',
  'Nadia Nadezhda',
  'Layla Leyal',
  'Osaro Osaze',
  'Efe Ese',
  'Okon Okoro',
  'Fawzi Fawaz',
  'Raed Rashad',
  'Salman Salim',
  'Qais Qasim',
].map((row) => row.split(' '));

const NEGATIVES = {
  'other given name': (one) => [one.parts, [others(one.given, one.parts), ...one.parts.slice(1)], {}, {}],
  'other family name': (one) => [one.parts, [...one.parts.slice(0, -1), others(one.region.family, one.parts)], {}, {}],
  'sibling, same day': (one) => {
    const birthDate = date();
    return [one.parts, [others(one.given, one.parts), ...one.parts.slice(1)], { birthDate }, { birthDate }];
  },
  'other birth date': (one) => [one.parts, one.parts, { birthDate: date() }, { birthDate: date() }],
  'other birth year': (one) => [
    one.parts,
    shuffle(one.parts),
    { birthDate: '1968-04-17' },
    { birthDate: String(1973 + below(30)) },
  ],
  'other birth date and country': (one) => [
    one.parts,
    one.parts,
    { birthDate: date(), country: one.country },
    { birthDate: date(), country: one.country === 'NG' ? 'GH' : 'FR' },
  ],
  'other gender': (one) => [one.parts, one.parts, { gender: 'M' }, { gender: 'F' }],
  'one name in common': (one) => [
    one.parts,
    [one.parts[0], others(one.given, one.parts), others(one.region.family, one.parts)],
    {},
    {},
  ],
  'two of three': (one) => [
    [one.parts[0], others(one.given, one.parts), one.parts.at(-1)],
    [others(one.given, one.parts), one.parts[0], others(one.region.family, one.parts)],
    {},
    {},
  ],
  'given name as family name': (one) => [one.parts, [one.parts[0], others(one.region.male, one.parts)], {}, {}],
  stranger: (one) => [one.parts, person().parts, {}, {}],
  'only one name': (one) => [one.parts, [pick(one.parts)], {}, {}],
  'other initial': (one) => [
    one.parts,
    [
      `${pick([...'ABCDEFGHIJKLMNOPRSTUYZ'].filter((c) => one.parts.every((part) => part[0] !== c)))}.`,
      one.parts.at(-1),
    ],
    {},
    {},
  ],
  neighbours: (one) => {
    const [a, b] = shuffle(pick(NEIGHBOURS));
    return [[a, ...one.parts.slice(1)], [b, ...one.parts.slice(1)], {}, {}];
  },
  'other BVN': (one) => [
    one.parts,
    one.parts,
    { bvn: `222${10_000_000 + below(80_000_000)}` },
    { bvn: `222${10_000_000 + below(80_000_000)}` },
  ],
};
for (const [rule, make] of Object.entries(NEGATIVES)) {
  for (let n = 0; n < 62; n += 1) {
    const [a, b, factsA, factsB] = make(person());
    add('person', false, name(a), name(random() < 0.3 ? shuffle(b) : b), factsA, factsB, rule);
  }
}

const CORES = words(
  'Zarma Bellview Okhuoromi Petrocam Sahelian Ogbomosho Fadama Kwararafa Obudu Zuma Ikogosi Yankari Olumo Asoka Gidanmu Adonai Makarios Ebenezer Rockstone Bluewave Silverline Greenacre Northgate Deltagold Savannah Harmattan Crestwood Meridian Kestrel Tamarind Baobab Iroko Mahogany Argungu Dawanau Alaba Onitsha Nnewi Balogun Trinity Vanguard Falcon Oriental Almadar Alrahma Khatib Sahara Volga Baikal Ural Neva Orinoco Magdalena Dragon Jade Lotus Phoenix',
);
const TRADES = words(
  'Logistics Foods Petroleum Shipping Insurance Textiles Cement Pharmaceuticals Farms Motors Securities Airlines Mining Steel Aviation Properties Hotels Schools',
);
const FORMS = {
  NG: [
    ['Limited', 'Ltd', 'Ltd.', 'LTD'],
    ['Plc', 'PLC', 'Public Limited Company', ''],
  ],
  RU: [
    ['OOO', 'LLC', 'Limited Liability Company', ''],
    ['JSC', 'OAO', 'Joint Stock Company'],
  ],
  DE: [
    ['GmbH', 'Gmbh', ''],
    ['AG', 'Aktiengesellschaft', ''],
  ],
};
const SHORTS = {
  Nigeria: ['Nig.', 'Nig', 'NIGERIA'],
  International: ["Int'l", 'Intl', 'Intl.'],
  Enterprises: ['Ent.', 'Enterprise', 'Ent'],
  Resources: ['Res.', 'Resource'],
  Services: ['Svcs', 'Service', 'Serv.'],
  Industries: ['Ind.', 'Industry'],
  Investment: ['Inv.', 'Investments'],
  Construction: ['Constr.', 'Constructions'],
  Technologies: ['Tech', 'Technology'],
  Ventures: ['Venture', 'VENTURES'],
};
function company() {
  const core = random() < 0.3 ? [pick(CORES), pick(CORES)] : [pick(CORES)];
  const trade = [pick(TRADES)];
  const common = random() < 0.6 ? [pick(Object.keys(SHORTS))] : [];
  const form = pick(FORMS[pick(Object.keys(FORMS))]);
  return { core, trade, common, form };
}
const companyName = ({ core, trade, common, form }) =>
  [...core, ...trade, ...common, pick(form)].filter(Boolean).join(' ');
const COMPANY_RULES = {
  form: (one) => one,
  abbreviation: (one) => ({ ...one, common: one.common.map((word) => pick(SHORTS[word])) }),
  'common word missing': (one) => ({ ...one, common: [] }),
  typo: (one) => ({ ...one, core: [...one.core.slice(0, -1), typo(one.core.at(-1))] }),
  split: (one) => ({
    ...one,
    core: one.core.map((word) => (word.length > 7 ? `${word.slice(0, 4)} ${word.slice(4)}` : word)),
  }),
  joined: (one) => ({ ...one, core: [one.core.join('').replace(/(?<=.)[A-Z]/g, (c) => c.toLowerCase())] }),
  marks: (one) => ({ ...one, core: one.core.map(mark) }),
};
for (const [rule, make] of Object.entries(COMPANY_RULES)) {
  for (let n = 0; n < 32; n += 1) {
    const one = company();
    add('company', true, companyName(one), companyName(make(one)), {}, {}, rule);
  }
}
const COMPANY_NEGATIVES = {
  'other core': (one) => ({ ...one, core: [others(CORES, one.core), ...one.core.slice(1)] }),
  'other trade': (one) => ({ ...one, trade: [others(TRADES, one.trade)] }),
  'other core and form': (one) => ({ ...company(), trade: one.trade, core: [others(CORES, one.core)] }),
  'other number': (one) => ({ ...one, core: [...one.core, pick(['2', 'Two', 'II', '7'])] }),
  'another core more': (one) => ({ ...one, core: [...one.core, others(CORES, one.core)] }),
};
for (const [rule, make] of Object.entries(COMPANY_NEGATIVES)) {
  for (let n = 0; n < 36; n += 1) {
    const one = company();
    add('company', false, companyName(one), companyName(make(one)), {}, {}, rule);
  }
}
const SHIPS = words(
  'Orion Neptune Calypso Marlin Albatross Pelican Corsair Typhoon Aurora Zephyr Poseidon Triton Barracuda Meridian Equator Sapphire Topaz',
);
for (let n = 0; n < 40; n += 1) {
  const [a, b] = shuffle(SHIPS);
  add(
    'vessel',
    true,
    `${a} ${b}`,
    pick([`MV ${a} ${b}`, `M/T ${a} ${b}`, `${a} ${typo(b)}`, `${a.toUpperCase()} ${b.toUpperCase()}`]),
    {},
    {},
    'ship',
  );
  add(
    'vessel',
    false,
    `${a} ${b}`,
    pick([`${a} ${b} 3`, `${a} ${others(SHIPS, [a, b])}`, `MV ${others(SHIPS, [a, b])} ${b}`]),
    {},
    {},
    'other ship',
  );
}

writeFileSync(new URL('by-rule.txt', import.meta.url), `${lines.join('\n')}\n`);
