import type { PartyType } from '../matching/named-party';
import { KeptText, type ListedParty, ListFileError, partyFrom, textOr } from './listed-party';
import { childrenOf, nodesAt, readXmlRecords, textAt, textsAt, type XmlNode } from './xml-records';

type Source = AsyncIterable<Uint8Array>;

const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');

function accepted(party: ListedParty | string, line: number): ListedParty {
  if (typeof party === 'string') throw new ListFileError([{ line, reason: party }]);
  return party;
}

/** The consolidated list of the United Nations Security Council. */
export async function* readUnList(source: Source): AsyncGenerator<ListedParty> {
  for await (const node of readXmlRecords(source, 'CONSOLIDATED_LIST', new Set(['INDIVIDUAL', 'ENTITY']))) {
    yield accepted(unParty(node), node.line);
  }
}

function unParty(node: XmlNode): ListedParty | string {
  const kind = node.name;
  const births = childrenOf(node, 'INDIVIDUAL_DATE_OF_BIRTH').map((birth) => {
    const day = textAt(birth, 'DATE') || textAt(birth, 'YEAR');
    const [from, to] = [textAt(birth, 'FROM_YEAR'), textAt(birth, 'TO_YEAR')];
    const isAbout = /^APPROX/i.test(textAt(birth, 'TYPE_OF_DATE'));
    return from && to ? `${from}-${to}` : joined(day && isAbout ? 'circa' : '', day);
  });
  return partyFrom({
    reference: textAt(node, 'DATAID'),
    type: kind === 'INDIVIDUAL' ? 'person' : 'company',
    name: joined(...['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => textAt(node, part))),
    aliases: [
      ...childrenOf(node, `${kind}_ALIAS`).map((alias) => ({
        name: textAt(alias, 'ALIAS_NAME'),
        weak: /^low/i.test(textAt(alias, 'QUALITY')),
      })),
      { name: textAt(node, 'NAME_ORIGINAL_SCRIPT'), weak: false },
    ],
    birthDates: births,
    countries: [...textsAt(node, 'NATIONALITY', 'VALUE'), ...textsAt(node, `${kind}_ADDRESS`, 'COUNTRY')],
    gender: textAt(node, 'GENDER'),
    programme: textAt(node, 'UN_LIST_TYPE'),
  });
}

const OFAC_TYPES: Readonly<Record<string, PartyType>> = { individual: 'person', vessel: 'vessel', aircraft: 'vessel' };

/** The list of specially designated nationals of OFAC in its simple XML. */
export async function* readOfacList(source: Source): AsyncGenerator<ListedParty> {
  for await (const node of readXmlRecords(source, 'sdnList', new Set(['sdnEntry']))) {
    const ids = nodesAt(node, 'idList', 'id');
    const party = partyFrom({
      reference: textAt(node, 'uid'),
      type: OFAC_TYPES[textAt(node, 'sdnType').toLowerCase()] ?? 'company',
      name: joined(textAt(node, 'firstName'), textAt(node, 'lastName')),
      aliases: nodesAt(node, 'akaList', 'aka').map((aka) => ({
        name: joined(textAt(aka, 'firstName'), textAt(aka, 'lastName')),
        weak: /^weak/i.test(textAt(aka, 'category')),
      })),
      birthDates: textsAt(node, 'dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth'),
      countries: [
        ...textsAt(node, 'nationalityList', 'nationality', 'country'),
        ...textsAt(node, 'citizenshipList', 'citizenship', 'country'),
        ...textsAt(node, 'addressList', 'address', 'country'),
      ],
      gender: ids.filter((id) => /^gender$/i.test(textAt(id, 'idType'))).map((id) => textAt(id, 'idNumber'))[0],
      programme: textsAt(node, 'programList', 'program').join(', '),
    });
    yield accepted(party, node.line);
  }
}

const REFERENCE_SETS = ['PartySubType', 'PartyType', 'FeatureType', 'DetailReference', 'Country', 'AreaCode'] as const;

/** Texts of the codes that a file in OFAC's advanced form declares before its parties. */
class OfacCodes {
  private readonly texts = new Map<string, string>();
  private readonly places = new Map<string, string>();
  private readonly kept: KeptText;

  constructor(textMax: number) {
    this.kept = new KeptText(textMax);
  }

  /** @returns false for a node that declares no code. @throws ListFileError where there are too many */
  learn(node: XmlNode): boolean {
    const id = node.attributes['ID'] ?? '';
    if (node.name === 'Location') {
      const area = childrenOf(node, 'LocationAreaCode')[0]?.attributes['AreaCodeID'];
      const country = childrenOf(node, 'LocationCountry')[0]?.attributes['CountryID'];
      this.kept.add([id], node.line);
      this.places.set(id, this.text('Country', country) || this.text('AreaCode', area));
      return true;
    }
    if (!(REFERENCE_SETS as readonly string[]).includes(node.name)) return false;
    const text = node.name === 'AreaCode' ? (node.attributes['Description'] ?? node.text) : node.text;
    this.kept.add([id, text, node.attributes['PartyTypeID']], node.line);
    this.texts.set(`${node.name} ${id}`, text.trim());
    if (node.name === 'PartySubType') this.texts.set(`typeOf ${id}`, node.attributes['PartyTypeID'] ?? '');
    return true;
  }

  text(set: (typeof REFERENCE_SETS)[number] | 'typeOf', id: string | undefined): string {
    return this.texts.get(`${set} ${id ?? ''}`) ?? '';
  }

  place(id: string | undefined): string {
    return this.places.get(id ?? '') ?? '';
  }

  typeOf(subTypeId: string | undefined): PartyType {
    const words = `${this.text('PartySubType', subTypeId)} ${this.text('PartyType', this.text('typeOf', subTypeId))}`;
    if (/individual/i.test(words)) return 'person';
    return /vessel|aircraft|transport/i.test(words) ? 'vessel' : 'company';
  }
}

/** The list of specially designated nationals of OFAC in its advanced XML. */
export async function* readOfacAdvancedList(source: Source, textMax: number): AsyncGenerator<ListedParty> {
  const codes = new OfacCodes(textMax);
  const names = new Set<string>([...REFERENCE_SETS, 'Location', 'DistinctParty']);
  for await (const node of readXmlRecords(source, 'Sanctions', names)) {
    if (!codes.learn(node)) yield accepted(ofacParty(node, codes), node.line);
  }
}

const pad = (part: string): string => part.padStart(2, '0');

function ofacDay(node: XmlNode | undefined): string {
  if (!node) return '';
  const [year, month, day] = ['Year', 'Month', 'Day'].map((part) => textAt(node, part)) as [string, string, string];
  return year && month && day ? `${year}-${pad(month)}-${pad(day)}` : year;
}

/** A period, with the mark of one that is about then: OFAC marks its start, its end or both. */
function ofacBirth(period: XmlNode): string {
  const span = ofacSpan(period);
  const isAbout = ['Start', 'End'].some((end) =>
    childrenOf(period, end).some(({ attributes }) => attributes['Approximate'] === 'true'),
  );
  return joined(span && isAbout ? 'circa' : '', span);
}

/** Start and end of a period; one day where both are the same, a span of years otherwise. */
function ofacSpan(period: XmlNode): string {
  const from = ofacDay(nodesAt(period, 'Start', 'From')[0]);
  const to = ofacDay(nodesAt(period, 'End', 'To')[0]);
  if (!from || !to || from === to) return from || to;
  const [firstYear, lastYear] = [from.slice(0, 4), to.slice(0, 4)];
  return firstYear === lastYear ? firstYear : `${firstYear}-${lastYear}`;
}

function ofacParty(node: XmlNode, codes: OfacCodes): ListedParty | string {
  const profile = childrenOf(node, 'Profile')[0];
  if (!profile) return 'The party has no profile.';
  const written = nodesAt(profile, 'Identity', 'Alias').flatMap((alias) =>
    childrenOf(alias, 'DocumentedName').map((documented) => ({
      name: joined(...textsAt(documented, 'DocumentedNamePart', 'NamePartValue')),
      weak: alias.attributes['LowQuality'] === 'true',
      isPrimary: alias.attributes['Primary'] === 'true',
    })),
  );
  const primary = written.find(({ isPrimary }) => isPrimary) ?? written[0];
  const features = (pattern: RegExp): XmlNode[] =>
    childrenOf(profile, 'Feature')
      .filter(({ attributes }) => pattern.test(codes.text('FeatureType', attributes['FeatureTypeID'])))
      .flatMap((feature) => childrenOf(feature, 'FeatureVersion'));
  const gender = features(/^gender/i).flatMap((version) => childrenOf(version, 'VersionDetail'))[0];
  return partyFrom({
    reference: profile.attributes['ID'] ?? node.attributes['FixedRef'],
    type: codes.typeOf(profile.attributes['PartySubTypeID']),
    name: primary?.name ?? '',
    aliases: written.filter((alias) => alias !== primary).map(({ name, weak }) => ({ name, weak })),
    birthDates: features(/^birthdate/i).flatMap((version) => childrenOf(version, 'DatePeriod').map(ofacBirth)),
    countries: features(/nationality|citizenship|^location/i).flatMap((version) =>
      childrenOf(version, 'VersionLocation').map(({ attributes }) => codes.place(attributes['LocationID'])),
    ),
    gender: gender && codes.text('DetailReference', gender.attributes['DetailReferenceID']),
  });
}

/** The consolidated list of the European Union. */
export async function* readEuList(source: Source): AsyncGenerator<ListedParty> {
  for await (const node of readXmlRecords(source, 'export', new Set(['sanctionEntity']))) {
    yield accepted(euParty(node), node.line);
  }
}

function euParty(node: XmlNode): ListedParty | string {
  const names = childrenOf(node, 'nameAlias').map(({ attributes, children }) => {
    const remark = children
      .filter(({ name }) => name === 'remark')
      .map(({ text }) => text)
      .join(' ');
    const parts = joined(attributes['firstName'] ?? '', attributes['middleName'] ?? '', attributes['lastName'] ?? '');
    const weak =
      /low quality/i.test(remark) || (attributes['strong'] === 'false' && !/(?:good|high) quality/i.test(remark));
    return {
      name: textOr(attributes['wholeName'], parts),
      weak,
      gender: attributes['gender'] ?? '',
    };
  });
  const first = names.find(({ weak }) => !weak) ?? names[0];
  return partyFrom({
    reference: node.attributes['logicalId'] ?? node.attributes['euReferenceNumber'],
    type: /^(?:person|p)$/i.test(childrenOf(node, 'subjectType')[0]?.attributes['code'] ?? '') ? 'person' : 'company',
    name: first?.name ?? '',
    aliases: names.filter((name) => name !== first).map(({ name, weak }) => ({ name, weak })),
    birthDates: childrenOf(node, 'birthdate').map(({ attributes }) => euBirth(attributes)),
    countries: [
      ...childrenOf(node, 'citizenship'),
      ...childrenOf(node, 'address'),
      ...childrenOf(node, 'birthdate'),
    ].map(({ attributes }) => attributes['countryIso2Code']),
    gender: names.map(({ gender }) => gender).find(Boolean),
    programme: childrenOf(node, 'regulation')[0]?.attributes['programme'],
  });
}

function euBirth(attributes: Readonly<Record<string, string>>): string {
  const { birthdate, year, yearRangeFrom, yearRangeTo, circa } = attributes;
  const years = yearRangeFrom && yearRangeTo ? `${yearRangeFrom}-${yearRangeTo}` : (year ?? '');
  const birth = textOr(birthdate, years);
  return joined(birth && circa === 'true' ? 'circa' : '', birth);
}
