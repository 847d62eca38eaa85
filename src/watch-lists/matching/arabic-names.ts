/**
 * Names as Arabic letters write them, which leave short vowels out, with their usual spelling in Latin ones: without
 * them `حسن` could be Hassan and Hussein alike. Each row has the Latin name and its Arabic spellings.
 */
const ROWS = [
  'muhammad محمد',
  'ahmad احمد',
  'mahmud محمود',
  'abdullah عبدالله',
  'abubakar ابوبكر',
  'bakr بكر',
  'umar عمر',
  'uthman عثمان',
  'ali علي',
  'hassan حسن',
  'hussein حسين',
  'ibrahim ابراهيم ابرهيم',
  'ismail اسماعيل اسمعيل',
  'ishaq اسحاق اسحق',
  'yaqub يعقوب',
  'yusuf يوسف',
  'musa موسي',
  'isa عيسي',
  'harun هارون',
  'dawud داود داوود',
  'sulaiman سليمان',
  'yunus يونس',
  'idris ادريس',
  'nuh نوح',
  'yahya يحيي',
  'zakariya زكريا زكرياء',
  'salih صالح',
  'khalid خالد',
  'walid وليد',
  'said سعيد',
  'saad سعد',
  'salim سالم سليم',
  'salman سلمان',
  'mustafa مصطفي',
  'mukhtar مختار',
  'mansur منصور',
  'nasir ناصر',
  'jamal جمال',
  'kamal كمال',
  'bilal بلال',
  'hamza حمزه',
  'tariq طارق',
  'tahir طاهر',
  'usama اسامه',
  'aiman ايمن',
  'amin امين',
  'anwar انور',
  'bashir بشير',
  'faisal فيصل',
  'fahd فهد',
  'habib حبيب',
  'haidar حيدر',
  'jafar جعفر',
  'jibril جبريل',
  'kabir كبير',
  'nur نور',
  'saif سيف',
  'shams شمس',
  'siraj سراج',
  'sharif شريف',
  'sadiq صادق',
  'zaid زيد',
  'zubair زبير',
  'fatima فاطمه',
  'aisha عايشه',
  'maryam مريم',
  'zainab زينب',
  'khadija خديجه',
  'amina امينه',
  'halima حليمه',
  'ruqayya رقيه',
  'safiya صفيه',
  'hafsa حفصه',
  'sumaya سميه',
  'bin بن ابن',
  'bint بنت',
  'abu ابو ابي',
  'umm ام',
  'abd عبد',
  'allah الله',
  'rahman رحمن',
  'rahim رحيم',
  'aziz عزيز',
  'karim كريم',
  'qadir قادر',
  'hakim حكيم',
  'majid مجيد',
  'hamid حميد حامد',
  'salam سلام',
  'wahhab وهاب',
  'malik ملك مالك',
  'basit باسط',
  'jabbar جبار',
  'haqq حق',
  'khaliq خالق',
  'razzaq رزاق',
  'rashid رشيد راشد',
  'ghafur غفور',
  'ghani غني',
  'fattah فتاح',
  'latif لطيف',
  'hadi هادي',
  'wahid واحد وحيد',
  'din دين',
];

const NAMES: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((row) => {
    const [latin, ...spellings] = row.split(' ');
    return spellings.map((spelling) => [spelling, latin!] as const);
  }),
);

const WORDS = /[\u0600-\u06ff]+/g;
const SIGNS = /\p{Mn}|\u0640/gu;

/** One spelling for the letters that are written in several ways. */
function plainLetters(word: string): string {
  return word
    .replace(SIGNS, '')
    .replace(/[\u0622\u0623\u0625\u0671]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ئ/g, 'ي')
    .replace(/ؤ/g, 'و')
    .replace(/ة/g, 'ه')
    .replace(/ک/g, 'ك');
}

/** The name of a word in Latin letters, with its article or `abd` apart; undefined where the word is not known. */
function nameOf(word: string): string | undefined {
  const plain = plainLetters(word);
  const known = NAMES.get(plain);
  if (known !== undefined) return known;
  const [, beginning, rest] = /^(عبدال|ال)(.+)$/.exec(plain) ?? [];
  const name = rest === undefined ? undefined : NAMES.get(rest);
  if (name === undefined) return undefined;
  return beginning === 'ال' ? `al ${name}` : `abd al ${name}`;
}

/** A text in which the known names of Arabic letters are written in Latin ones; all other words stay as they are. */
export function writeArabicNames(text: string): string {
  return text.replace(WORDS, (word) => nameOf(word) ?? word);
}
