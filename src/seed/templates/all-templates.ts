import type { InstitutionTemplate } from '../institution-template';
import { commercialBank } from './commercial-bank';
import { fintech } from './fintech';
import { microfinanceBank } from './microfinance-bank';

/** Every template with which an institution can begin. */
export const INSTITUTION_TEMPLATES: readonly InstitutionTemplate[] = [microfinanceBank, commercialBank, fintech];
