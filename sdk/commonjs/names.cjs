module.exports = require('../dist/generated/names.js');
