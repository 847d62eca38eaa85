/** Titles, honours and other words that are no part of a person's name (docs/domain/watch-lists.md#titles). */
export const TITLES: ReadonlySet<string> = new Set(
  (
    'mr mrs ms miss mister madam madame mme mlle monsieur sir dame dr doctor prof professor engr engineer arc ' +
    'architect ' +
    'barr barrister esq esquire pharm pharmacist surv surveyor tpl qs adv advocate ' +
    'alhaji alh alhaja haj hajia hajiya hajj hajji haji hadj elhadji elhadj alhadji mallam malam mal sheikh ' +
    'sheik shaikh shaykh cheikh shk ' +
    'ustaz ustadh ustad mullah mulla maulavi mawlawi maulvi maulana mawlana molla ayatollah qari hafiz ' +
    'sayyidina ' +
    'chief mazi ogbuefi etubom edidem amanyanabo otunba otun aare erelu iyalode olori ichie nze lolo ' +
    'oloye princess hrh hrm hh ' +
    'rev revd reverend rt ven venerable pastor pst apostle archbishop evang evangelist deacon dcn ' +
    'deaconess fr ' +
    'hon honourable honorable sen senator amb ambassador gen general col colonel lt lieutenant capt captain ' +
    'maj brig cdr ' +
    'cmdr commander adm admiral avm acm sgt sergeant cpl insp dcp acp csp dsp asp igp comrade comr gov ' +
    'governor ' +
    'president prasident minister vice retired rtd ret late jr jnr junior snr sr senior phd msc bsc ba md ' +
    'fca aca fcib llb oon ofr mfr ' +
    'con mon gcon gcfr cfr san nee alias aka fka dba ' +
    'herr frau don dona senor senora'
  ).split(' '),
);

/** Words that are a title with one person and a name with another: they weigh little before other names, and stay. */
export const TITLES_OR_NAMES: ReadonlySet<string> = new Set(
  (
    'prince high justice obong zaki bashorun oba emir imam bishop marshal sarki galadima master lady elder mama baba hajara ' +
    'nana king duke earl baron rabbi ' +
    'waziri magaji sardauna wakili turaki ciroma madaki major khan bey pasha agha aga begum shah'
  ).split(' '),
);

/** Words that join the parts of a name; they weigh little and may be missing. */
export const PARTICLES: ReadonlySet<string> = new Set(
  (
    'bin ben bn ibn ibni bint binti al el ul abu abou um umm dan mai yar yau yan von van der den de del della di da ' +
    'do dos das du la le los las y e wa ould walad oglu ogly kyzy ter ten zu'
  ).split(' '),
);

/** Titles that only one sex bears. */
export const TITLE_GENDERS: Readonly<Record<string, 'male' | 'female'>> = {
  mr: 'male',
  mister: 'male',
  sir: 'male',
  alhaji: 'male',
  alh: 'male',
  mallam: 'male',
  malam: 'male',
  otunba: 'male',
  mrs: 'female',
  ms: 'female',
  miss: 'female',
  madam: 'female',
  madame: 'female',
  dame: 'female',
  alhaja: 'female',
  hajia: 'female',
  hajiya: 'female',
  princess: 'female',
  lolo: 'female',
  erelu: 'female',
  iyalode: 'female',
  olori: 'female',
  deaconess: 'female',
};
