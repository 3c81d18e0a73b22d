module.exports = require('../dist/msw.js');
