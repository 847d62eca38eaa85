const { scripts } = require('../../package.json');

/** What `npm start` tells V8, for whoever starts the server otherwise and measures it. */
module.exports = scripts.start.split(' ').filter((word) => word.startsWith('--'));
