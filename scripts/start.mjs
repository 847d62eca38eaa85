// `npm start`: installs and builds what is missing, then becomes the server.
import './lib/assert-node-version.mjs';
import { becomeServer } from './lib/become-server.mjs';
import { prepare, prepareConsole, prepareSite, root } from './lib/prepare.mjs';

const npm = process.ppid;
prepare();
prepareSite();
prepareConsole();
becomeServer(root, npm);
