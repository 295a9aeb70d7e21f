@rem The scripts of package.json begin with exec, which Windows' shell does not have: it finds this file, which runs the rest.
@%*
