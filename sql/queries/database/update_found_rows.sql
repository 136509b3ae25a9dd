UPDATE slipway_found_rows SET x = 1 WHERE x = 1
