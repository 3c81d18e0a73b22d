module.exports = require('../dist/admin/wigwag-admin.js');
