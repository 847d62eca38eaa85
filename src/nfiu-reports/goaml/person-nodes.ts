import type { CompanyFacts, DirectorFacts, PersonDiligence, ReportedPerson } from '../report-facts';
import type { GoamlNode } from './fields';
import { countryCode, genderCode, identificationCode } from './own-codes';
import { cut, dayTime, withoutBlanks } from './texts';

const ADDRESS_MAX = 100;
const EMAIL_OF_LAYOUT = /^[A-Za-z0-9_.+-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,4}$/;
/** The role of a director in the published lists of vendors: a member of the board. */
const BOARD_MEMBER = 'B';

interface Named {
  firstName?: string | null;
  lastName?: string | null;
  gender: string | null;
}

/** A person of whom little is known. */
export function personNode({ firstName, lastName, gender }: Named): GoamlNode {
  return withoutBlanks({ gender: genderCode(gender), firstName: cut(firstName, 100), lastName: cut(lastName, 100) });
}

/** A customer who is a person. */
export function ownPersonNode(person: ReportedPerson): GoamlNode {
  const { customerID, title, otherNames, dateOfBirth, nationality, tin, email } = person;
  return withoutBlanks({
    ...personNode(person),
    subject: `customer ${customerID}`,
    title: cut(title, 30),
    middleName: cut(otherNames, 100),
    birthdate: dayTime(dateOfBirth),
    nationality1: countryCode(nationality),
    residence: countryCode(person.residenceCountry),
    phones: phoneNodes(person.phoneNumber, 'P'),
    addresses: addressNodes(person, 'P'),
    email: emailOf(email),
    ...livingNode(person),
    identification: identificationNodes(person),
    taxNumber: cut(tin, 100),
  });
}

/** A director or signatory of a company. */
export function directorNode(director: DirectorFacts, company: CompanyFacts): GoamlNode {
  return withoutBlanks({
    ...personNode(director),
    subject: `director ${director.firstName} ${director.lastName} of customer ${company.customerID}`,
    birthdate: dayTime(director.dateOfBirth),
    nationality1: countryCode(director.nationality),
    residence: countryCode(director.residenceCountry),
    phones: phoneNodes(director.phoneNumber, 'P'),
    ...livingNode(director),
    identification: identificationNodes(director),
  });
}

/** @param isOwn true for the layout of a customer, which requires the directors. */
export function companyNode(company: CompanyFacts, isOwn = true): GoamlNode {
  const { customerID, name, legalForm, registrationNumber, business, directors, tin } = company;
  return withoutBlanks({
    subject: `customer ${customerID}`,
    name: cut(name, 255),
    incorporationLegalForm: legalForm ?? '-',
    incorporationNumber: cut(registrationNumber, 50),
    business: cut(business, 255),
    phones: phoneNodes(company.phoneNumber, 'B'),
    addresses: addressNodes(company, 'B') ?? [],
    email: emailOf(company.email),
    incorporationState: cut(company.state, 255),
    incorporationCountryCode: countryCode(company.incorporationCountry),
    directorId:
      isOwn || directors.length > 0
        ? directors.map((director) => ({ ...directorNode(director, company), role: BOARD_MEMBER }))
        : undefined,
    incorporationDate: dayTime(company.incorporatedOn),
    taxNumber: cut(tin, 100),
  });
}

function livingNode({ occupation, employerName, sourceOfWealth }: PersonDiligence): GoamlNode {
  return withoutBlanks({
    occupation: cut(occupation, 255),
    employerName: cut(employerName, 255),
    sourceOfWealth: cut(sourceOfWealth, 255),
  });
}

type Identified = PersonDiligence & { identificationType: string | null; identificationNumber: string | null };

/** The document of a person; what its record lacks is found by the checks. */
function identificationNodes(person: Identified): GoamlNode[] {
  const { identificationType, identificationNumber } = person;
  if (identificationType === null && identificationNumber === null) return [];
  return [
    withoutBlanks({
      type: identificationType === null ? undefined : identificationCode(identificationType),
      number: cut(identificationNumber, 255),
      issueDate: dayTime(person.identificationIssuedOn),
      expiryDate: dayTime(person.identificationExpiresOn),
      issueCountry: countryCode(person.identificationCountry),
    }),
  ];
}

/** An empty list where there is no number: the layout takes one. */
function phoneNodes(phoneNumber: string | null, contact: 'P' | 'B'): GoamlNode[] {
  const number = cut(phoneNumber, 50);
  return number === undefined ? [] : [{ tphContactType: contact, tphCommunicationType: 'M', tphNumber: number }];
}

/** Left out where the city is not known, because the layout takes no address without one. */
function addressNodes(
  { address, town, state }: { address: string | null; town: string | null; state: string | null },
  contact: 'P' | 'B',
): GoamlNode[] | undefined {
  const line = cut(address, ADDRESS_MAX);
  const city = cut(town, 255) ?? cut(state, 255);
  if (line === undefined || city === undefined) return undefined;
  const whole = cut(address, 4000)!;
  return [
    withoutBlanks({
      addressType: contact,
      address: line,
      city,
      countryCode: 'NG',
      state: cut(state, 255),
      // The layout has room for a hundred characters of a line.
      comments: whole === line ? undefined : whole,
    }),
  ];
}

/** Left out where the layout has no room for it: its last part may have two to four letters. */
function emailOf(email: string | null): string | undefined {
  const text = cut(email, 255);
  return text !== undefined && EMAIL_OF_LAYOUT.test(text) ? text : undefined;
}
