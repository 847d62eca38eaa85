// `npm run site`: builds the pages of the documentation, which the server answers at `/docs`.
import { prepare, prepareSite } from './lib/prepare.mjs';

prepare();
prepareSite();
