import type { Page } from '../../app/page';

export const paymentsPages: readonly Page[] = [];
