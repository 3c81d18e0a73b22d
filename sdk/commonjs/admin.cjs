module.exports = require('../dist/admin.js');
