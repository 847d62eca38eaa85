const { scripts } = require('../../package.json');

/** The V8 flags of `npm start`, for programs that start the server themselves. */
module.exports = scripts.start.split(' ').filter((word) => word.startsWith('--'));
